import { toast } from "@/components/ui/toast";

const id = "signed-out";

/** Shows a message while the person is signed out. */
export function notifySession({ isSignedOut }: { readonly isSignedOut: boolean }): void {
  if (!isSignedOut) toast.dismiss(id);
  else {
    toast.error("You're signed out", {
      id,
      description: "Changes by others don't appear here until you sign in again.",
      duration: Number.POSITIVE_INFINITY,
      action: { label: "Sign in", onClick: () => void window.open("/login", "_blank", "noopener") },
    });
  }
}
