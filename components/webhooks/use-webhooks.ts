"use client";

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Delivery, DeliveryPage, Webhook } from "@/lib/contract/webhooks";

/** The path of a webhook in calls of the API and on the page. */
export interface WebhookParams {
  readonly databaseId: string;
  readonly webhookId: string;
}

const pageSize = "50";

/** Interval in ms at which a page reads again while something is about to change. */
const soon = 3_000;

/** The webhooks of a database, oldest first. */
export function useWebhooks(databaseId: string) {
  return useQuery({
    queryKey: keyOf(databaseId),
    queryFn: async ({ signal }) => {
      return (await api("GET /bases/{databaseId}/webhooks", { params: { databaseId }, signal })).webhooks;
    },
    staleTime: 0,
    refetchOnWindowFocus: "always",
    retry: false,
  });
}

/** A webhook; null once it is deleted. Read often while it fails, or while `isWatched`. */
export function useWebhook(params: WebhookParams, isWatched: boolean) {
  return useQuery({
    queryKey: [...keyOf(params.databaseId), params.webhookId],
    queryFn: async ({ signal }): Promise<Webhook | null> => {
      try {
        return await api("GET /bases/{databaseId}/webhooks/{webhookId}", { params, signal });
      } catch (error) {
        if (hasCode(error, "NOT_FOUND")) return null;
        throw error;
      }
    },
    staleTime: 0,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state: { data } }) =>
      isWatched || (data?.active && data.failingSince) ? soon : false,
    retry: false,
  });
}

/** Pages of deliveries, newest first. Read often while one is sent again, or while `isWatched`. */
export function useDeliveries(
  params: WebhookParams,
  status: Delivery["status"] | undefined,
  isWatched: boolean,
) {
  return useInfiniteQuery({
    queryKey: [...keyOf(params.databaseId), params.webhookId, "deliveries", status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<DeliveryPage> =>
      api("GET /bases/{databaseId}/webhooks/{webhookId}/deliveries", {
        params,
        query: {
          limit: pageSize,
          ...(status !== undefined && { status }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state: { data } }) =>
      isWatched || data?.pages.some(({ deliveries }) => deliveries.some(isPending)) ? soon : false,
    retry: false,
  });
}

/** A delivery with its body, read again whenever its attempts or its status change. */
export function useDelivery(params: WebhookParams, { id, status, attempts }: Delivery) {
  return useQuery({
    queryKey: [...keyOf(params.databaseId), params.webhookId, "delivery", id, status, attempts.at(-1)?.at],
    queryFn: ({ signal }) =>
      api("GET /bases/{databaseId}/webhooks/{webhookId}/deliveries/{deliveryId}", {
        params: { ...params, deliveryId: id },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Returns a function that reads the webhooks of a database and their deliveries again. */
export function useWebhooksChanged(databaseId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: keyOf(databaseId) });
}

/** True if the delivery is about to be sent again. */
function isPending({ status }: Delivery): boolean {
  return status === "retrying" || status === "resending";
}

function keyOf(databaseId: string): readonly string[] {
  return ["webhooks", databaseId];
}
