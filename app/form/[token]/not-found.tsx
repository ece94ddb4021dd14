export { default, metadata } from "@/app/shared/[token]/not-found";
