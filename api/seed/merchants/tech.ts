import type { Merchant } from "./merchant.ts";

export const TECH: Merchant[] = [
  {
    name: "Voltbazaar",
    shelf: "gadgets",
    channel: "both",
    amounts: "500 1000 5000 10000",
    pitch: "Phones, tablets and laptops with a shop assistant who has actually used them.",
  },
  {
    name: "Circuit Street",
    shelf: "gadgets",
    channel: "both",
    amounts: "1000-25000",
    pitch: "Build a computer, mend a computer, or trade one in for something that boots faster.",
  },
  {
    name: "Pixel & Pine",
    shelf: "gadgets",
    channel: "online",
    amounts: "2000 5000 10000",
    pitch: "Cameras, lenses and tripods, cleaned, tested and photographed by photographers.",
  },
  {
    name: "Hertz Garden",
    shelf: "audio",
    channel: "online",
    amounts: "500 1500 3000",
    pitch: "Headphones and speakers that are tuned by ear in a converted greenhouse.",
  },
  {
    name: "Tabla Tone Audio",
    shelf: "audio",
    channel: "both",
    amounts: "1000-15000",
    pitch: "Turntables, amplifiers and long afternoons. Bring your own records.",
  },
  {
    name: "Nimbus Home Appliances",
    shelf: "appliances",
    channel: "both",
    amounts: "2500 5000 10000 25000",
    pitch: "Washing machines, mixers and coolers, delivered up the stairs and levelled.",
  },
  {
    name: "Sigri & Steam",
    shelf: "appliances",
    channel: "store",
    amounts: "1000 2000 4000",
    pitch: "Hobs, ovens, pressure cookers and the spare whistle you have been looking for.",
  },
  {
    name: "Cable Guru",
    shelf: "accessories",
    channel: "online",
    amounts: "50 100 200 500",
    pitch: "Chargers, cables and cases that are still here after a year.",
  },
  {
    name: "Dot Matrix Stationers",
    shelf: "accessories",
    channel: "both",
    amounts: "100-2000",
    pitch: "Keyboards that click, pens that flow, notebooks that lie flat.",
  },
  {
    name: "Lumen & Loop",
    shelf: "accessories",
    channel: "online",
    amounts: "300 600 900",
    pitch: "Smart bulbs, plugs and sensors that work without an account.",
  },
];
