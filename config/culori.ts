import culori from "culori/require";

// The whole library in one file: its other entry reads 300 modules, 60 ms of CPU at the start of every program.
export const { clampRgb, converter, formatHex, interpolate, parseHex, wcagContrast } = culori;
