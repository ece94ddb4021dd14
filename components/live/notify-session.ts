import { toast } from "sonner";

const id = "signed-out";

/** Shows a message while the person is signed out. */
export function notifySession({ isSignedOut }: { readonly isSignedOut: boolean }): void {
  if (!isSignedOut) toast.dismiss(id);
  else {
    toast.error("You're signed out", {
      id,
      description: "What others change doesn't appear here until you sign in again.",
      duration: Number.POSITIVE_INFINITY,
      action: { label: "Sign in", onClick: () => void window.open("/login", "_blank", "noopener") },
    });
  }
}
