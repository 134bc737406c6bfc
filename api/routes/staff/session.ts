import { type RequestHandler, Router } from "express";
import { z } from "zod";

import { notFound } from "../../base/error.ts";
import { browserOf } from "../../http/browser.ts";
import { parse, parseBody, Text } from "../../http/parse.ts";
import { PersonName, Token } from "../../http/person.ts";
import { requireMember } from "../../http/require-member.ts";
import { setMorningMailOff, wantsMorningMail } from "../../repositories/staff/members.ts";
import { listStaffSessions } from "../../repositories/staff/staff-sessions.ts";
import { confirmMember } from "../../staff/confirm-member.ts";
import { acceptInvitation, showInvitation } from "../../staff/invitations.ts";
import { renewRecoveryCodes } from "../../staff/recovery-codes.ts";
import { endSession, signIn, signInWithPasskey } from "../../staff/sign-in.ts";
import type { Staff } from "../../staff/staff.ts";
import { requestPasskey } from "../../staff/use-passkey.ts";

const SignInBody = z.object({ email: Text(254), password: z.string(), code: Text(40).default("") });
const AcceptBody = z.object({ name: PersonName, password: z.string(), code: Text(40) });
const PasskeyBody = z.object({ passkey: z.string() });
const CodeBody = z.object({ code: z.string().optional() });
const MorningBody = z.object({ wants: z.boolean() });
const EndBody = z.object({ id: Text(64) });

/** Signing in and out, invitations, and the member's own sessions. Only signing in and invitations read bodies of strangers. */
export function createStaffSessionRouter(staff: Staff, readJson: RequestHandler): Router {
  const { db, clock } = staff;
  const router = Router();
  router.use(["/sign-in", "/invitations"], readJson);

  router.post("/sign-in", async (req, res) => {
    const body = parseBody(SignInBody, req);
    res.json(await signIn(staff, { ...body, net: req.clientNet, browser: browserOf(req) }));
  });

  router.get("/sign-in/passkey", async (_req, res) => {
    res.json(await requestPasskey(staff));
  });

  router.post("/sign-in/passkey", async (req, res) => {
    const { passkey } = parseBody(PasskeyBody, req);
    const { client } = browserOf(req);
    res.json(await signInWithPasskey(staff, { answer: passkey, net: req.clientNet, client }));
  });

  router.get("/invitations/:token", async ({ params }, res) => {
    res.json(await showInvitation(staff, parse(Token, params.token)));
  });

  router.post("/invitations/:token", async (req, res) => {
    const token = parse(Token, req.params.token);
    const { recoveryCodes, ...signedIn } = await acceptInvitation(staff, {
      ...parseBody(AcceptBody, req),
      token,
      net: req.clientNet,
      browser: browserOf(req),
    });
    res.json({ ...signedIn, recovery_codes: recoveryCodes });
  });

  router.use(
    ["/sign-out", "/sessions", "/recovery-codes", "/confirm", "/morning-mail"],
    requireMember(staff),
    readJson,
  );

  router.post("/sign-out", async ({ member }, res) => {
    await endSession(staff, member, member.sessionId);
    res.status(204).end();
  });

  router.get("/sessions", async ({ member }, res) => {
    const sessions = await listStaffSessions(db.read, member.id, clock.now());
    res.json(sessions.map((session) => ({ ...session, is_current: session.id === member.sessionId })));
  });

  router.post("/sessions/end", async (req, res) => {
    const { id } = parseBody(EndBody, req);
    if (!(await endSession(staff, req.member, id))) throw notFound();
    res.status(204).end();
  });

  router.post("/recovery-codes", async (req, res) => {
    await confirmMember(staff, req.member, parseBody(CodeBody, req).code);
    res.json({ recovery_codes: await renewRecoveryCodes(staff, req.member) });
  });

  router.get("/morning-mail", async ({ member }, res) => {
    res.json({ wants: await wantsMorningMail(db.read, member.id) });
  });

  router.post("/morning-mail", async (req, res) => {
    const { wants } = parseBody(MorningBody, req);
    await db.transaction((tx) => setMorningMailOff(tx, req.member.id, wants ? null : clock.now()));
    res.json({ wants });
  });

  // Called before a download, because a link cannot send a code.
  router.post("/confirm", async (req, res) => {
    await confirmMember(staff, req.member, parseBody(CodeBody, req).code);
    res.status(204).end();
  });

  return router;
}
