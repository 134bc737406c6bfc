export type LogLine = { level: number; msg: string } & Record<string, unknown>;

/** The lines that the programs wrote to both streams; the last one only if it is complete. @throws for one that is no JSON */
export const readLogLines = (log: string): LogLine[] =>
  log
    .slice(0, log.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      try {
        return JSON.parse(line) as LogLine;
      } catch {
        throw new Error(`This line of the log is no JSON: ${line}`);
      }
    });

export const readLogTexts = (log: string): string[] => readLogLines(log).map(({ msg }) => msg);
