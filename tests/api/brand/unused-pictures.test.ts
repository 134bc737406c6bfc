import { expect, test } from "vitest";

import { addPicture, deleteUnusedPictures, listPictureNames } from "../../../api/repositories/staff/brand-pictures.ts";
import { addVersion } from "../../../api/repositories/staff/brand-versions.ts";
import { startTestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, openDesk } from "../../helpers/desk/desk.ts";

const fileOf = (at: number) => `logo-${String.fromCharCode(97 + at)}.webp`;

test.each(engines)(
  "pictures that were tried and not used are kept up to a number; one that a draft or a version names stays (%s)",
  async (engine) => {
    const api = await startTestApi(engine, { ...DESK, tenants: ["acme"], settings: { acme: { editedIn: "console" } } });
    const desk = await openDesk(api);
    const { read, transaction } = api.staff.parts.db;
    const { files, seen } = (await desk.get("/brand")).body;
    const naming = (at: number) => ({
      ...files,
      tenant: { ...files.tenant, branding: { ...files.tenant.branding, logo_url: `/media/brand/${fileOf(at)}` } },
    });
    await transaction(async (tx) => {
      for (let at = 0; at < 6; at++) await addPicture(tx, { brand: "acme", file: fileOf(at), content: "", now: at });
      await addPicture(tx, { brand: "globex", file: fileOf(0), content: "", now: 0 });
      const version = { files: naming(0), changed: [], madeBy: "x", at: 0, reason: null, writtenAt: 0 };
      await addVersion(tx, "acme", version);
    });
    expect((await desk.post("/brand/draft", { files: naming(1), seen })).status).toBe(200);
    await transaction((tx) => deleteUnusedPictures(tx, "acme", 2));
    expect((await listPictureNames(read, "acme")).sort()).toEqual([0, 1, 4, 5].map(fileOf));
    expect(await listPictureNames(read, "globex")).toEqual([fileOf(0)]);
    await api.close();
  },
);
