"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { notePictures } from "@/components/ui/pictures";
import { api } from "@/lib/client/api";

const queryKey = ["people"];

/** Everybody with an account. */
export function usePeople() {
  return useQuery({
    queryKey: [...queryKey, "all"],
    queryFn: async ({ signal }) => (await api("GET /people", { signal })).people,
    retry: false,
  });
}

/** The invitations that the signed-in person may withdraw. */
export function useInvitations() {
  return useQuery({
    queryKey: [...queryKey, "invitations"],
    queryFn: async ({ signal }) => (await api("GET /invitations", { signal })).invitations,
    retry: false,
  });
}

/** The people with a role in a database, loaded once they are needed. */
export function useMembers(databaseId: string, isNeeded = true) {
  return useQuery({
    enabled: isNeeded,
    queryKey: [...queryKey, "members", databaseId],
    queryFn: async ({ signal }) => {
      const { members } = await api("GET /bases/{databaseId}/members", { params: { databaseId }, signal });
      notePictures(members.map(({ personId, picture }) => ({ id: personId, picture })));
      return members;
    },
    retry: false,
    staleTime: 0,
  });
}

/** Returns a function that reloads all of these lists. */
export function usePeopleChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
