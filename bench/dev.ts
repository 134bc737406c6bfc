import type { Page } from "playwright";

import { launchBrowser } from "../tests/helpers/browser/browser.ts";
import { send } from "../tests/helpers/http/http.ts";
import { DEV_EDITS, type DevEdit } from "../tests/helpers/processes/dev-edits.ts";
import { DevServer } from "../tests/helpers/processes/dev-server.ts";
import { median } from "./load.ts";
import type { Row } from "./table.ts";

/** The number of edits of each kind; there are five kinds. */
const ROUNDS = Number(process.env.N ?? 10);
const GOAL_SECONDS = { route: 2, "style sheet": 2, element: 2, "API file": 5, "tenant.json": 5 };
/** The parallel requests at each edit, besides those of the open page. */
const PARALLEL = 8;
const GIVE_UP_MS = 60_000;

/** The time from a save to its visibility in an open page of `npm run dev`, on a copy of the project. */
export async function dev(): Promise<Row[]> {
  await using server = await DevServer.start();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const url = server.url("aurora");
    await page.goto(url);
    await page.waitForSelector("page-progress:defined");

    const rows: Row[] = [];
    const statuses: number[] = [];
    for (const [kind, edit] of Object.entries(DEV_EDITS)) {
      const delays: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const ask = async () => statuses.push(await send(url).then(({ status }) => status));
        const mark = `mark-${kind.replaceAll(/\W/g, "")}-${round}`;
        const from = performance.now();
        server.edit(edit.path, edit.from, edit.to(mark));
        const asked = Promise.all(Array.from({ length: PARALLEL }, ask));
        await untilShown(page, edit, mark);
        delays.push(performance.now() - from);
        await asked;
      }
      server.edit(edit.path, edit.from, edit.from);
      rows.push({
        what: `dev: an edit of a ${kind} in the open page, longest`,
        value: Math.max(...delays) / 1_000,
        unit: "s",
        goal: GOAL_SECONDS[kind as keyof typeof GOAL_SECONDS],
        detail: `${ROUNDS} edits, median ${Math.round(median(delays))} ms`,
      });
    }
    return rows.concat({
      what: "dev: requests beside the edits that were not answered with 200",
      value: statuses.filter((status) => status !== 200).length,
      unit: "",
      goal: 0,
      detail: `${statuses.length} requests, ${PARALLEL} with each edit`,
    });
  } finally {
    await browser.close();
  }
}

/** Waits until the page shows the edit, without a manual reload. @throws after a minute */
const untilShown = (page: Page, { shown }: DevEdit, mark: string) =>
  page.waitForFunction(`(${shown})().includes(${JSON.stringify(mark)})`, undefined, {
    polling: 20,
    timeout: GIVE_UP_MS,
  });
