// What a browser keeps for pages of this origin. It may deny that by throwing when it is but looked at; then the page
// remembers for itself.

type Kind = "localStorage" | "sessionStorage";

function open(kind: Kind): Storage | null {
  try {
    const storage = window[kind];
    storage.getItem("hra");
    return storage;
  } catch {
    return null;
  }
}

export class Store {
  private readonly storage: Storage | null;
  private readonly own = new Map<string, string>();

  constructor(kind: Kind) {
    this.storage = open(kind);
  }

  /** Whether nothing outlives this page. */
  get denied(): boolean {
    return this.storage === null;
  }

  getItem(key: string): string | null {
    return this.own.get(key) ?? this.storage?.getItem(key) ?? null;
  }

  setItem(key: string, value: string): void {
    try {
      if (!this.storage) throw new Error("denied");
      this.storage.setItem(key, value);
      this.own.delete(key);
    } catch {
      this.own.set(key, value); // it may also be full
    }
  }

  removeItem(key: string): void {
    this.own.delete(key);
    this.storage?.removeItem(key);
  }
}

/** Of all tabs; of this one, through a reload. */
export const local = new Store("localStorage");
export const session = new Store("sessionStorage");
