import type { z } from "zod";

import { CONTRACT, type ContractCall, type Feature } from "../../app/commerce/contract.ts";
import type { Tokens } from "../../app/commerce/types.ts";
import { createExchange, type Exchange, type Sent } from "./exchange.ts";
import { breaks, type Finding, judge, tolerated } from "./judge.ts";
import { outcomeOf, type Step } from "./report.ts";

export type Options = {
  features: Feature[];
  /** Allows calls that change something. */
  mayWrite: boolean;
  /** The origin to which a payment returns. */
  shop: string;
  login?: { username: string; password: string };
  tokens?: Tokens;
};

/** The parameters of a call, and further checks of its answer. */
type Asked<Value> = Sent & {
  about?: string;
  check?: (value: Value) => Finding[];
  /** The finding if the backend refuses the call, for calls whose refusal breaks nothing. */
  ifRefused?: Finding;
};
type Refused = Sent & { about: string; statuses: number[]; isRefusal?: (json: unknown) => boolean };

/** Calls a backend and collects a step for each call. */
export class Run {
  readonly steps: Step[] = [];
  readonly options: Options;
  readonly #host: ReturnType<typeof createExchange>;
  readonly #onStep: (step: Step) => void;

  constructor(url: string, options: Options, onStep: (step: Step) => void) {
    this.options = options;
    this.#host = createExchange(url);
    this.#onStep = onStep;
  }

  close = () => this.#host.close();

  /** Makes a call that should succeed. @returns the parsed answer, or undefined */
  async ask<Schema extends z.ZodType>(name: string, schema: Schema, asked: Asked<z.output<Schema>> = {}) {
    const call = findCall(name);
    const answer = await this.#host.exchange(call, asked);
    const parsed = "json" in answer && isSuccess(answer) ? schema.safeParse(answer.json) : undefined;
    const value = parsed?.success ? parsed.data : undefined;
    const { ifRefused } = asked;
    const findings = ifRefused && isRefused(answer) ? [ifRefused] : judgeSuccess(call, answer);
    if (value !== undefined && asked.check) findings.push(...asked.check(value));
    this.#add(call, asked, answer, findings);
    return value;
  }

  /** Makes a call that should be refused with one of these statuses. */
  async askRefused(name: string, refused: Refused): Promise<void> {
    const call = findCall(name);
    const answer = await this.#host.exchange(call, refused);
    this.#add(call, refused, answer, judgeRefusal(answer, refused));
  }

  /** Records a call that is not made. */
  skip(name: string, reason: string): void {
    const { method, path } = findCall(name);
    this.#push({
      call: `${method} ${path}`,
      about: reason,
      outcome: "skipped",
      status: null,
      ms: null,
      findings: [],
    });
  }

  #add(call: ContractCall, { query, about = "" }: Asked<never>, { status, ms }: Exchange, findings: Finding[]) {
    const text = query ? `?${decodeURIComponent(String(new URLSearchParams(query)))}` : "";
    const name = `${call.method} ${call.path}${text}`;
    this.#push({ call: name, about, outcome: outcomeOf(findings), status, ms, findings });
  }

  #push(step: Step) {
    this.steps.push(step);
    this.#onStep(step);
  }
}

function findCall(name: string): ContractCall {
  const call = CONTRACT.find((known) => known.name === name);
  if (!call) throw new Error(`The contract has no call ${name}`);
  return call;
}

const isSuccess = ({ status }: Exchange) => status !== null && status >= 200 && status < 300;

const isRefused = ({ status }: Exchange) => status !== null && status >= 400 && status < 500;

function judgeSuccess(call: ContractCall, answer: Exchange): Finding[] {
  if (!("json" in answer)) return [breaks([], answer.problem)];
  if (!isSuccess(answer)) return [breaks([], `answers ${answer.status}${words(answer.json)}`)];
  return judge(call, answer.json);
}

function judgeRefusal(answer: Exchange, { statuses, isRefusal }: Refused): Finding[] {
  if (answer.status === null) return [breaks([], (answer as { problem: string }).problem)];
  if ("json" in answer && isRefusal?.(answer.json)) return [];
  const isHandled = isRefused(answer);
  const expected = `expected ${statuses.join(" or ")}, received ${answer.status}`;
  if (!isHandled) return [breaks([], expected)];
  const findings = statuses.includes(answer.status) ? [] : [tolerated([], expected)];
  if (answer.problem) findings.push(tolerated([], `${answer.problem}; the storefront shows its own text`));
  return findings;
}

/** The backend's text about a refusal, in one short line. */
function words(json: unknown): string {
  const body = (json ?? {}) as Record<string, unknown>;
  const details = (body.details ?? {}) as Record<string, unknown>;
  const said = [details.errorMessage, body.details, body.detail, body.message, body.error_description].find(
    (word) => typeof word === "string",
  );
  return said === undefined ? "" : `: ${String(said).replace(/\s+/g, " ").slice(0, 120)}`;
}
