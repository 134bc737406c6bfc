import { CONTRACT, type Feature } from "../../app/commerce/contract.ts";
import { defineCommand, UsageError } from "../command/command.ts";
import { printJson } from "../command/print.ts";
import { readAccount, readCatalogue, readRefusals, startSession } from "../conform/read-calls.ts";
import { countOutcomes, formatStep, formatSummary } from "../conform/report.ts";
import { type Options, Run } from "../conform/run.ts";
import { buy, changeContact, changeProfile, loadCoins, logOut, signUp } from "../conform/write-calls.ts";

const FEATURES = new Set<Feature>(["productById", ...CONTRACT.flatMap(({ feature }) => feature ?? [])]);

const conform = defineCommand({
  name: "conform",
  args: ["URL"],
  more: `
URL is the api.url of tenant.json. A call conforms to docs/commerce-api.md, is tolerated if the storefront can still read
the answer, or breaks, and then the exit code is 1. Calls with a session need a test account. Calls
that change something need --write: a sign-up if no account is given, an unchanged profile, a
cart, and an order that is never paid. The report contains the types of answers, never their values.`,
  options: {
    username: { about: "the test account's e-mail address or phone number", value: "NAME" },
    password: { about: "its password; better in the variable CONFORM_PASSWORD", value: "PASSWORD" },
    token: { about: "an access token in place of a login; or set CONFORM_TOKEN", value: "TOKEN" },
    features: { about: "the optional calls that the backend offers, such as receipts,logout", value: "LIST" },
    shop: {
      about: "the brand's origin, to which payments return; the default does not exist",
      value: "ORIGIN",
    },
    write: { about: "make the calls that change something" },
    json: { about: "print the calls as JSON" },
  },
  async run({ args: { URL: url }, options: { json, features, write, shop, ...account }, terminal }) {
    const options = {
      features: readFeatures(features),
      mayWrite: write === true,
      shop: readShop(shop),
      ...readAccess(terminal.env, account),
    };
    const run = new Run(readUrl(url), options, (step) => json || terminal.print(formatStep(step)));
    try {
      await runContract(run);
    } finally {
      await run.close();
    }
    if (json) printJson(terminal, { url, ...countOutcomes(run.steps), calls: run.steps });
    else terminal.print(formatSummary(run.steps));
    if (countOutcomes(run.steps).breaks > 0) terminal.fail();
  },
});

export const commands = [conform];

async function runContract(run: Run): Promise<void> {
  const { mayWrite, login, tokens: given, features } = run.options;
  const cards = await readCatalogue(run);
  if (run.steps.every(({ status }) => status === null)) return; // nobody answers
  await readRefusals(run);
  const account = login ?? (mayWrite && !given ? await signUp(run) : undefined);
  if (account === login) run.skip("signUp", mayWrite ? "an account is given" : "needs --write");
  const tokens = await startSession(run, account);
  if (!tokens) return skipSigned(run);
  const token = tokens.accessToken;
  await readAccount(run, token);
  if (mayWrite) {
    const profile = await changeProfile(run, token);
    await loadCoins(run, token);
    const order = await buy(run, token, cards);
    if (profile && order) await changeContact(run, token, profile, order);
  }
  if (features.includes("logout") && !given) await logOut(run, tokens);
  skipRest(run, mayWrite ? "has nothing to act on, or this command does not make it" : "needs --write");
}

const skipSigned = (run: Run) => skipRest(run, "needs an account: --username and --password, or --token");

/** Lists the calls of this backend that were not made. */
function skipRest(run: Run, reason: string): void {
  const made = new Set(run.steps.map(({ call }) => call.replace(/\?.*/, "")));
  for (const { name, method, path, feature } of CONTRACT) {
    const isHad = feature === undefined || run.options.features.includes(feature);
    if (isHad && !made.has(`${method} ${path}`)) run.skip(name, reason);
  }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError("URL must look like https://api.maple.example/v1/");
  if (url.username || url.search || url.hash) throw new UsageError("URL must not have a user, a query or a fragment");
  return url.href;
}

/** Removes a trailing slash. The default cannot exist, because the top-level domain `test` is reserved. */
function readShop(text = "https://shop.conform.test"): string {
  if (!URL.canParse(text)) throw new UsageError("--shop must look like https://gifts.maple.example");
  return text.replace(/\/$/, "");
}

function readFeatures(list = ""): Feature[] {
  const names = list.split(",").filter((name) => name !== "") as Feature[];
  const unknown = names.find((name) => !FEATURES.has(name));
  if (unknown) throw new UsageError(`there is no feature "${unknown}" (there are: ${[...FEATURES].join(", ")})`);
  return names;
}

function readAccess(
  { CONFORM_PASSWORD, CONFORM_TOKEN }: NodeJS.ProcessEnv,
  given: { username?: string; password?: string; token?: string },
) {
  const { username, password = CONFORM_PASSWORD, token = CONFORM_TOKEN } = given;
  if (token) return { tokens: { accessToken: token, refreshToken: null } } satisfies Partial<Options>;
  if (username && !password) throw new UsageError("--username needs --password, or CONFORM_PASSWORD");
  return username && password ? { login: { username, password } } : {};
}
