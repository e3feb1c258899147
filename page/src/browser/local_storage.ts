// What a browser keeps for pages of this origin, and how its tabs speak to each other. A browser may deny either, by throwing
// when it is but looked at; then the page remembers for itself, and speaks to nobody.

type Place = "localStorage" | "sessionStorage";

function open(place: Place): Storage | null {
  try {
    const storage = window[place];
    storage.getItem("hra");
    return storage;
  } catch {
    return null;
  }
}

export class Store {
  private readonly storage: Storage | null;
  private readonly own = new Map<string, string>();

  constructor(place: Place) {
    this.storage = open(place);
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

/** What tabs hear of each other. */
export interface Channel<T> {
  onmessage: ((message: MessageEvent<T>) => void) | null;
  postMessage(message: T): void;
}

export function channel<T>(name: string): Channel<T> {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { onmessage: null, postMessage() {} };
  }
}

/** 16 hexadecimal digits. Where a page comes from an address that is not secure there is no randomUUID. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
