import { expect } from "vitest";

import { runJobs } from "../../../api/jobs/run-jobs.ts";
import type { TestApi } from "../api/test-api.ts";
import type { Desk } from "./desk.ts";

/** The staff's calls for actions on many rows. `api` and `desk` are read when a call is made. */
export function createBulkCalls(api: () => TestApi, desk: () => Desk) {
  const runAll = async () => {
    while (await runJobs(api().shop()));
  };
  const confirm = (job: string, body: object) => desk().post(`/jobs/${job}/apply`, body);
  return {
    runAll,
    look: async (job: string) => (await desk().get(`/jobs/${job}`)).body,

    /** Starts a check and waits for it. @returns its id */
    async check(path: string, body: object): Promise<string> {
      const answer = await desk().post(path, body);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      await runAll();
      return answer.body.job;
    },

    confirm,

    /** Confirms a check. @returns the id of its run */
    async start(job: string, body: object): Promise<string> {
      const answer = await confirm(job, body);
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      return answer.body.job;
    },
  };
}
