import { type ReactNode, Suspense } from "react";
import { Await } from "react-router";

type LateProps<Value> = {
  /** The loader's data, or under `late` the data that may arrive after the page has begun. */
  of: Value | { late: Value | Promise<Value> };
  fallback?: ReactNode;
  children: (value: Value) => ReactNode;
};

/** A part of a page whose data may be late (app/http/client-hints.server.ts): the fallback stands until it is there. */
export function Late<Value>({ of, fallback, children }: LateProps<Value>) {
  if (!isUnderLate(of)) return children(of);
  return (
    <Suspense fallback={fallback}>
      <Await resolve={of.late}>{(value) => children(value as Value)}</Await>
    </Suspense>
  );
}

const isUnderLate = <Value,>(of: LateProps<Value>["of"]): of is { late: Value | Promise<Value> } =>
  typeof of === "object" && of !== null && "late" in of;
