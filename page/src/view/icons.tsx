// Signs of what can be done, each a few lines in a square of 24.

const paths = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9c-.7.6-1 1.2-1 2.1h-5c0-.9-.3-1.5-1-2.1A6 6 0 0 1 12 3z",
  back: "M8 4L3 9l5 5M3 9h11a5.5 5.5 0 0 1 0 11H9",
  flip: "M7 4v14M3.5 7.5L7 4l3.5 3.5M17 20V6M13.5 16.5L17 20l3.5-3.5",
  draw: "M5 9h14M5 15h14",
  resign: "M6 21V4h12l-3 4.5 3 4.5H6",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  pause: "M8 5v14M16 5v14",
  step: "M6 5l9 7-9 7zM19 5v14",
  run: "M7 4l12 8-12 8z",
  stop: "M6 6h12v12H6z",
  first: "M18 5l-9 7 9 7zM6 5v14",
  previous: "M15 5l-8 7 8 7z",
  next: "M9 5l8 7-8 7z",
  last: "M6 5l9 7-9 7zM18 5v14",
  close: "M6 6l12 12M18 6L6 18",
};
export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
