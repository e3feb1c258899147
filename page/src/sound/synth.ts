// Sounds as numbers: made here, so that nothing is loaded, and the same in a test as in a browser.
import type { SoundName } from "../model/sounds";

/** A body that was struck: it rings at some pitches, and the blow itself is a short noise. */
interface Strike {
  /** Seconds from the beginning. */
  at: number;
  /** Pitches in Hz, each with its loudness and the seconds in which it fades to a third. */
  tones: readonly (readonly [number, number, number])[];
  /** Loudness of the noise, and the seconds in which it fades. */
  noise: readonly [number, number];
}

const wood = (at: number, pitch: number, loud: number): Strike => ({
  at,
  tones: [
    [pitch, 0.5 * loud, 0.035],
    [2.7 * pitch, 0.25 * loud, 0.018],
  ],
  noise: [0.35 * loud, 0.006],
});
const bell = (at: number, pitch: number): Strike => ({
  at,
  tones: [
    [pitch, 0.4, 0.28],
    [2 * pitch, 0.12, 0.16],
    [3.01 * pitch, 0.05, 0.08],
  ],
  noise: [0.02, 0.004],
});

const strikes: Record<SoundName, readonly Strike[]> = {
  move: [wood(0, 240, 1)],
  capture: [wood(0, 190, 1), wood(0.07, 290, 0.7)],
  dice: [0, 0.07, 0.13, 0.21, 0.27, 0.36].map((at, i) => wood(at, 520 + 90 * ((i * 5) % 4), 0.75 - 0.07 * i)),
  card: [{ at: 0, tones: [], noise: [0.3, 0.05] }, { at: 0.06, tones: [[130, 0.2, 0.02]], noise: [0.25, 0.012] }],
  end: [bell(0, 523.25), bell(0.14, 659.25), bell(0.28, 783.99)],
  low: [bell(0, 880), bell(0.2, 880)],
};

const LOUDEST = 0.35; // of the full scale: soft
const TAIL = 6; // times of fading until nothing is heard

/** Seconds that a sound takes. */
function lengthOf(name: SoundName): number {
  return Math.max(...strikes[name].map(({ at, tones, noise }) => at + TAIL * Math.max(noise[1], ...tones.map(([, , fade]) => fade))));
}

/** Numbers from -1 to 1 that sound like nothing in particular, and are the same each time. */
function hiss(): () => number {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** The samples of a sound: it begins and ends in silence, has no direct current, and is as loud as the others. */
export function render(name: SoundName, rate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(lengthOf(name) * rate));
  const noise = hiss();
  for (const strike of strikes[name]) {
    const first = Math.round(strike.at * rate);
    for (let i = first; i < samples.length; i++) {
      const t = (i - first) / rate;
      const attack = Math.min(1, t / 0.002);
      let sum = strike.noise[0] * Math.exp(-t / strike.noise[1]) * noise();
      for (const [pitch, loud, fade] of strike.tones) sum += loud * Math.exp(-t / fade) * Math.sin(2 * Math.PI * pitch * t);
      samples[i] = (samples[i] as number) + attack * sum;
    }
  }
  const mean = samples.reduce((sum, x) => sum + x, 0) / samples.length;
  const end = samples.length;
  // Taken off like a cloth over the sound, so that both ends stay silent.
  for (let i = 0; i < end; i++) samples[i] = (samples[i] as number) - mean * 2 * Math.sin((Math.PI * i) / end) ** 2;
  const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return samples.map((x) => (LOUDEST * x) / peak);
}
