// A link as a QR code: dark on light in every theme, since cameras read no other.
import { qrCode, qrPath } from "../model/qr";
import { w } from "../strings/strings";

const EDGE = 4; // modules of light around a code

export function CodeView({ link, label }: { link: string; label: string }) {
  const dark = qrCode(link);
  if (!dark) return <p>{w.friend.tooLong}</p>;
  const size = dark.length + 2 * EDGE;
  return (
    <svg class="qr" viewBox={`${-EDGE} ${-EDGE} ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect class="light" x={-EDGE} y={-EDGE} width={size} height={size} />
      <path class="dark" d={qrPath(dark)} />
    </svg>
  );
}
