const name = "rowhouse.signed-in-as";

/** Who this page was made for; undefined where nobody is signed in. */
let identity: string | undefined;

/** Says who this page is for, and with it who is signed in in this browser. */
export function signInAs(given: string): void {
  identity = given;
  store(given);
}

/** Nobody's edits are sent while it is not known who is signed in. Gives the way to say that it is still the same. */
export function holdIdentity(): () => void {
  const before = signedInAs();
  store("");
  return () => store(before ?? "");
}

export function ownIdentity(): string | undefined {
  return identity;
}

/** Who is signed in in this browser, as its tabs have said. */
export function signedInAs(): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Whether whoever is signed in in this browser is still the one whom this page was made for. */
export function isStillSignedIn(): boolean {
  const now = signedInAs();
  return identity === undefined || now === null || now === identity;
}

function store(value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage nothing is kept either.
  }
}
