const name = "rowhouse.signed-in-as";

/** The person this page was rendered for; undefined if nobody is signed in. */
let identity: string | undefined;

/** Stores the person this page is for as the one signed in to this browser. */
export function signInAs(given: string): void {
  identity = given;
  store(given);
}

/** Stored in place of a person while edits are held back. */
const held = "";

/**
 * Stops all tabs from sending edits while the signed-in person may change. The returned function resumes them for the
 * same person.
 */
export function holdIdentity(): () => void {
  const before = signedInAs();
  // The first of several calls resumes them.
  if (before === held) return () => {};
  store(held);
  return () => store(before ?? held);
}

/** Makes a call that signs in or out; tabs send no edits meanwhile, and go on if it fails. */
export async function whileIdentityChanges<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const release = holdIdentity();
  return call().catch((error) => {
    release();
    throw error;
  });
}

export function ownIdentity(): string | undefined {
  return identity;
}

/** The person signed in to this browser, as its tabs have stored it. */
export function signedInAs(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** True if the person signed in to this browser is still the one this page was rendered for. */
export function isStillSignedIn(): boolean {
  const now = signedInAs();
  return identity === undefined || now === null || now === identity;
}

function store(value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage no writes are kept either.
  }
}
