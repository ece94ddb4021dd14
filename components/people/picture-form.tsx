"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Portrait } from "@/components/fields/portrait";
import { Button } from "@/components/ui/button";
import { nameOfPerson } from "@/components/ui/name-of-person";
import { notePictures } from "@/components/ui/pictures";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { Me } from "@/lib/contract/people";
import { squarePicture } from "./square-picture";

/** Chooses or removes the picture of one's own account. */
export function PictureForm({ me }: { readonly me: Me }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => notePictures([me]), [me]);
  const { mutate, isPending, data } = useMutation({
    mutationFn: async (file: File | null) =>
      api("PATCH /me", { body: { picture: file && (await squarePicture(file)) } }),
    onSuccess: (saved) => {
      notePictures([saved]);
      toast.success(saved.picture === null ? "Picture removed" : "Picture saved");
    },
    onError: (error) => toast.error(error.message),
  });
  const { picture } = data ?? me;
  return (
    <div className="flex items-center gap-4">
      <Portrait personId={me.id} name={nameOfPerson(me)} className="size-14 font-semibold text-xl" />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Picture"
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) mutate(file);
        }}
      />
      <Button disabled={isPending} onClick={() => input.current?.click()}>
        {picture === null ? "Add picture" : "Change picture"}
      </Button>
      {picture !== null && (
        <Button look="quiet" disabled={isPending} onClick={() => mutate(null)}>
          Remove picture
        </Button>
      )}
    </div>
  );
}
