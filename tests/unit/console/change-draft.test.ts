import { expect, test } from "vitest";

import { fail, succeed } from "#app/commerce/result.ts";
import type { StaffApi } from "#console/base/staff-api.server.ts";
import { changeDraft } from "#console/brand/change-draft.server.ts";

const REFUSED = { kind: "status", status: 409, code: "changed_meanwhile", text: "Changed.", fields: {} };

/** An API whose draft another member changes right after each of the first `times` readings. */
function busyApi(times: number) {
  let [reads, draft] = [0, "theirs 0"];
  const api = {
    get() {
      const seen = draft;
      if (reads++ < times) draft = `theirs ${reads}`;
      return Promise.resolve(succeed({ files: { tenant: { by: seen }, pages: {} }, seen }));
    },
    post(_path: string, _schema: unknown, { files, seen }: { files: { tenant: { by: string } }; seen: string }) {
      if (seen !== draft) return Promise.resolve(fail(REFUSED as never));
      draft = files.tenant.by;
      return Promise.resolve(succeed({ problems: {} }));
    },
  };
  return { api: api as unknown as StaffApi, draft: () => draft };
}

const change = (api: StaffApi) =>
  changeDraft(api, { brand: "acme", url: new URL("http://console.localhost/") }, ({ tenant, pages }) => ({
    tenant: { by: `${String(tenant.by)} and mine` },
    pages,
  }));

test("a draft that changes between reading and saving is read again, a few times", async () => {
  const busy = busyApi(2);
  expect(await change(busy.api)).toMatchObject({ ok: true });
  expect(busy.draft()).toBe("theirs 2 and mine");
  const endless = busyApi(100);
  expect(await change(endless.api)).toMatchObject({ ok: false });
  expect(endless.draft()).toBe("theirs 3");
});
