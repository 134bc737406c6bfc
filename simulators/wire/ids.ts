import { randomInt } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const DIGITS = "0123456789";

const draw = (from: string, length: number) => Array.from({ length }, () => from[randomInt(from.length)]).join("");

export const randomLetters = (length: number) => draw(LETTERS, length);

/** Digits of which the first is not 0. */
export const randomDigits = (length: number) => `${1 + randomInt(9)}${draw(DIGITS, length - 1)}`;
