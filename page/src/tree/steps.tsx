// Going through the search forwards and backwards, or letting it run.
import { w } from "../strings/strings";
import { SimulationSteps } from "./simulation_steps";
import { PHASES, simulationSaid } from "./simulation_texts";
import { type Names, stepSaid } from "./texts";
import type { Walk } from "./walk";

/** What is done at the step shown. */
export function sentence(walk: Walk, names: Names): string {
  if (walk.searchSteps instanceof SimulationSteps) return simulationSaid(walk.searchSteps, walk.step, names);
  if (walk.step === 0) return w.tree.before;
  if (walk.ended) return w.tree.over;
  const step = walk.searchSteps.steps[walk.step - 1];
  return step ? stepSaid(walk.tree, walk.searchSteps, step, walk.step, names) : "";
}

/** To an end of the search: a bar, and an arrow towards it. */
function ToEnd({ last }: { last: boolean }) {
  return (
    <svg class="to-end" viewBox="0 0 16 16" aria-hidden="true">
      <path d={last ? "M3 2L11 8L3 14ZM12 2h2v12h-2Z" : "M13 2L5 8L13 14ZM2 2h2v12H2Z"} />
    </svg>
  );
}

/** The four things that each simulation does, and what the one that is shown means. */
function Phases({ steps, step }: { steps: SimulationSteps; step: number }) {
  const now = steps.at(step)?.phase;
  return (
    <>
      <ol class="phases">
        {PHASES.map((phase) => (
          <li key={phase} aria-current={phase === now ? "step" : undefined}>
            {w.tree.simulation.phases[phase]}
          </li>
        ))}
      </ol>
      {now && <p class="quiet">{w.tree.simulation.explain[now]}</p>}
    </>
  );
}

export function StepsView({ walk, names }: { walk: Walk; names: Names }) {
  const { count } = walk.searchSteps;
  return (
    <div class="tree-steps" role="group" aria-label={w.tree.steps}>
      <p class="actions">
        <button aria-label={w.tree.first} title={w.tree.first} disabled={walk.step === 0} onClick={() => walk.show(0)}>
          <ToEnd last={false} />
        </button>
        <button data-step="back" disabled={walk.step === 0} onClick={() => walk.go(-1)}>
          {w.tree.back}
        </button>
        <button data-step="play" aria-pressed={walk.playing} onClick={() => walk.play(!walk.playing)}>
          {walk.playing ? w.tree.pause : w.tree.play}
        </button>
        <button data-step="forth" disabled={walk.ended} onClick={() => walk.go(1)}>
          {w.tree.forward}
        </button>
        <button aria-label={w.tree.last} title={w.tree.last} disabled={walk.ended} onClick={() => walk.show(count)}>
          <ToEnd last={true} />
        </button>
      </p>
      <input
        type="range"
        min={0}
        max={count}
        value={walk.step}
        aria-label={w.tree.steps}
        aria-valuetext={w.tree.stepOf(walk.step, count)}
        onInput={(event) => walk.show(Number(event.currentTarget.value))}
      />
      {walk.searchSteps instanceof SimulationSteps && <Phases steps={walk.searchSteps} step={walk.step} />}
      <p class="tree-said" role="status">
        <span class="quiet">{w.tree.stepOf(walk.step, count)}</span> {sentence(walk, names)}
      </p>
    </div>
  );
}
