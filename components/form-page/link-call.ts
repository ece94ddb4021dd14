/** The form that a call is for, with the password that its link asks for. */
export interface LinkCall {
  readonly params: { readonly token: string };
  readonly sharePassword?: string;
}

export function callOf(token: string, password: string | null): LinkCall {
  return { params: { token }, ...(password !== null && { sharePassword: password }) };
}
