import { MOBILE_DIGITS, PHONE_PROBLEM, readPhone } from "../../../../config/typed/phone.ts";
import { ApiError, notFound } from "../../../base/error.ts";
import { folderOf } from "../../../brand/folder-files.ts";
import { refuseReadOnly } from "../../../brand/why-read-only.ts";
import { maskPhone } from "../../../domain/mask.ts";
import { parseBody } from "../../../http/parse.ts";
import { MOST_TESTS_A_DAY, sendTestMessage } from "../../../messages/test-message.ts";
import {
  pathOfTemplate,
  readAt,
  setProvider,
  setTemplate,
  type WrittenMessages,
} from "../../../setup/edit-messages.ts";
import { saveField } from "../../../setup/save-field.ts";
import { tryMessenger } from "../../../setup/try-messenger.ts";
import { actorOf } from "../../../staff/member.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import {
  readProvider,
  readTemplate,
  readUnchanged,
  RemoveChannelBody,
  RemoveTemplateBody,
  SaveChannelBody,
  SaveTemplateBody,
  TestBody,
  TryChannelBody,
} from "./message-body.ts";

/** Changes of providers and templates of messages. As with a gateway, the brand's secrets go to the named provider. */
export const messageChangeRoutes: readonly BrandRoute[] = [
  {
    method: "post",
    path: "/brand/messages/channel/try",
    permission: "payments.edit",
    needsCode: true,
    async handle(call) {
      const asked = parseBody(TryChannelBody, call.req);
      return { findings: await tryProvider(call, asked.channel, readProvider(call, asked).provider) };
    },
  },
  {
    method: "post",
    path: "/brand/messages/channel",
    permission: "payments.edit",
    needsCode: true,
    async handle(call) {
      const { seen, confirmed, ...asked } = parseBody(SaveChannelBody, call.req);
      const read = readUnchanged(call, seen);
      const { settings, provider } = readProvider(call, asked);
      refuseFixed(call, read);
      const findings = await tryProvider(call, asked.channel, provider);
      const isRefused = findings.some(({ level }) => level === "error");
      if (isRefused && confirmed.length === 0) return { number: null, findings, objections: ["refused"] };
      const number = await save(call, read, setProvider(read.written, asked.channel, settings), "messages.set");
      return { number, findings, objections: [] };
    },
  },
  {
    method: "post",
    path: "/brand/messages/channel/remove",
    permission: "payments.edit",
    needsCode: true,
    async handle(call) {
      const { seen, channel } = parseBody(RemoveChannelBody, call.req);
      const read = readUnchanged(call, seen);
      if (readAt(read.written, [channel]) === undefined) throw notFound();
      return saved(await save(call, read, setProvider(read.written, channel, undefined), "messages.remove"));
    },
  },
  {
    method: "post",
    path: "/brand/messages/template",
    permission: "payments.edit",
    needsCode: true,
    async handle(call) {
      const asked = parseBody(SaveTemplateBody, call.req);
      const read = readUnchanged(call, asked.seen);
      const template = readTemplate(read.written, asked);
      return saved(await save(call, read, setTemplate(read.written, asked, template), "messages.set"));
    },
  },
  {
    method: "post",
    path: "/brand/messages/template/remove",
    permission: "payments.edit",
    needsCode: true,
    async handle(call) {
      const { seen, ...place } = parseBody(RemoveTemplateBody, call.req);
      const read = readUnchanged(call, seen);
      if (readAt(read.written, pathOfTemplate(place)) === undefined) throw notFound();
      return saved(await save(call, read, setTemplate(read.written, place, undefined), "messages.remove"));
    },
  },
  { method: "post", path: "/brand/messages/test", permission: "brand.edit", needsCode: true, handle: test },
];

type Read = ReturnType<typeof readUnchanged>;

const saved = (number: number) => ({ number, findings: [], objections: [] });

const refuseFixed = ({ staff, shop }: BrandCall, { files }: Read) =>
  refuseReadOnly(folderOf(staff, shop.tenant.id), files);

type Act = "messages.set" | "messages.remove";

function save(call: BrandCall, read: Read, value: WrittenMessages | undefined, act: Act): Promise<number> {
  const { staff, shop, member } = call;
  const { files, seen } = read;
  refuseFixed(call, read);
  return saveField(staff, actorOf(member), shop.tenant.id, { files, seen, field: "messages", value, act });
}

type Provider = ReturnType<typeof readProvider>["provider"];

const tryProvider = ({ shop, staff, audit }: BrandCall, channel: "whatsapp" | "sms", provider: Provider) =>
  audit({ act: "messages.try", subject: channel, after: provider }, () =>
    tryMessenger(shop.tenant, channel, provider, staff.secrets),
  );

/** Sends a test message with sample values. The audit has the end of the number only. */
async function test({ shop, req, audit }: BrandCall) {
  const { phone: typed, ...asked } = parseBody(TestBody, req);
  const phone = readPhone(typed);
  if (phone === null || !MOBILE_DIGITS.test(phone)) throw new ApiError(400, PHONE_PROBLEM, { phone: PHONE_PROBLEM });
  const act = { act: "messages.test", subject: asked.kind, after: { ...asked, phone: maskPhone(phone) } };
  const tested = await audit(act, () => sendTestMessage(shop, { ...asked, phone }));
  if (tested === "used up")
    throw new ApiError(429, `The ${MOST_TESTS_A_DAY} test messages of this day are used up.`, undefined, "used_up");
  if (tested === "no template") throw new ApiError(400, "This channel has no provider, or no template of this kind.");
  const { state, provider, language } = tested;
  const [fault, reason] =
    tested.state === "refused"
      ? [tested.fault, tested.reason]
      : [null, tested.state === "unknown" ? tested.reason : null];
  return { state, provider, language, fault, reason };
}
