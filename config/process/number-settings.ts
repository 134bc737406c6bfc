import { z } from "zod";

/** A whole number from 0 to `max` in the environment. The error repeats the value, so never use it for a secret. */
export const wholeNumber = (max: number) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) <= max, {
      error: ({ input }) => `must be a whole number from 0 to ${max}, and is ${JSON.stringify(input)}`,
    })
    .transform(Number);

/** 0 takes any free port. */
export const Port = wholeNumber(65_535);

type Listener = { setting: string; port: number | undefined; host: string };

const ANY_ADDRESS = ["0.0.0.0", "::"];

/** The settings whose port another setting uses on the same address. */
export function findPortClashes(listeners: Listener[]): { field: string; reason: string }[] {
  return listeners.flatMap(({ setting, port, host }, index) => {
    const hasSameAddress = (other: Listener) =>
      other.host === host || ANY_ADDRESS.includes(other.host) || ANY_ADDRESS.includes(host);
    const other = port ? listeners.slice(0, index).find((it) => it.port === port && hasSameAddress(it)) : undefined;
    return other ? [{ field: setting, reason: `is ${port}, which ${other.setting} uses` }] : [];
  });
}
