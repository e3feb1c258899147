/** Hands a text or a picture to the browser as a file. */
export function download(name: string, content: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
  link.download = name.replace(/^.*\//, "");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // a browser may begin later to read it
}

export function downloadSvg(name: string, svg: string): void {
  download(name, new Blob([svg], { type: "image/svg+xml" }));
}
