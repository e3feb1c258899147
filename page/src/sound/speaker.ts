// Plays the sounds of a table. Browsers let a page be heard only after somebody has pressed something.
import type { SoundName } from "../model/sounds";
import { render } from "./synth";

const PAUSE = 0.06; // seconds between two sounds, however fast a game is watched
const AFTER = 0.25;

export class Speaker {
  private context: AudioContext | null = null;
  private readonly buffers = new Map<SoundName, AudioBuffer>();
  private last = -1;

  constructor() {
    const wake = () => {
      if (typeof AudioContext === "undefined") return;
      this.context ??= new AudioContext();
      void this.context.resume().catch(() => {}); // no sound is no fault
    };
    for (const press of ["pointerdown", "keydown"]) addEventListener(press, wake, { once: true, capture: true });
  }

  play(name: SoundName): void {
    const { context } = this;
    if (!context || context.state !== "running" || document.hidden) return;
    const isEnd = name === "end"; // it comes with the last move, and is heard after that
    if (!isEnd && context.currentTime < this.last + PAUSE) return;
    this.last = context.currentTime;
    const source = context.createBufferSource();
    source.buffer = this.bufferOf(context, name);
    source.connect(context.destination);
    source.start(isEnd ? context.currentTime + AFTER : 0);
  }

  private bufferOf(context: AudioContext, name: SoundName): AudioBuffer {
    const known = this.buffers.get(name);
    if (known) return known;
    const samples = render(name, context.sampleRate);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    this.buffers.set(name, buffer);
    return buffer;
  }
}
