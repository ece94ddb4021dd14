import { minPasswordLength } from "@/lib/contract/people";

export const newPasswordLabel = `New password, at least ${minPasswordLength} characters`;
