import { describe, expect, test } from "vitest";

import { keepColumns, type KeptColumns } from "../../../../../api/domain/bank/columns.ts";
import { readStatement } from "../../../../../api/domain/bank/statement.ts";
import { readTable } from "../../../../../api/domain/bank/table.ts";

const read = (text: string, kept?: KeptColumns) => readStatement(readTable(text, kept), kept);

/** Made up in the layouts of banks: a credit of ₹1,250.00 with UTR 633012345678, a debit, and what stands around them. */
const BANKS: Record<string, string> = {
  "HDFC, as delimited text": `
  Date     ,Narration            ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance
 02/12/26  ,UPI-RAVI IYER-RAVI.IYER@OKAXIS-UTIB0000045-633012345678-MAP7K392Q ,02/12/26 ,          0.00     ,     1250.00     ,0000633012345678       ,    21250.00
 03/12/26  ,NEFT DR-SBIN0001234-RENT ,03/12/26 ,          5000.00     ,       0.00     ,N337264000000001       ,    16250.00  `,
  "HDFC, as a sheet with its head and its summary": `HDFC BANK Ltd.,,,Page No .: 1,,,
MAPLE GIFTS PRIVATE LIMITED,,,Account Branch : PUNE,,,
"12, LAKE ROAD",,,Address : FC ROAD,,,
,,,,,,
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
********,********,********,********,********,********,********
02/12/26,UPI-RAVI IYER-RAVI.IYER@OKAXIS-UTIB0000045-633012345678-MAP7K392Q,0000633012345678,02/12/26,,1250.00,"21,250.00"
03/12/26,NEFT DR-SBIN0001234-RENT,N337264000000001,03/12/26,"5,000.00",,"16,250.00"
,,,,,,
STATEMENT SUMMARY  :-,,,,,,
Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal,
"20,000.00",1,1,"5,000.00","1,250.00","16,250.00",`,
  ICICI: `,DETAILED STATEMENT,,,,,,
,Transactions List - MAPLE GIFTS (INR) - 000405001234,,,,,,
S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,02/12/2026,02/12/2026,-,UPI/633012345678/MAP7K392Q/ravi.iyer@okaxis/Axis Bank Ltd/,0.0,1250.0,21250.0
2,03/12/2026,03/12/2026,-,BIL/NEFT/RENT,5000.0,0.0,16250.0`,
  "SBI, tabs in a file named .xls": `Account Name       :\tMAPLE GIFTS
Address            :\tPUNE
Account Number     :\t_00000031234567890

Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance
2 Dec 2026\t2 Dec 2026\tBY TRANSFER-UPI/CR/633012345678/RAVI IYE/UTIB/ravi.iyer@/MAP7K392Q--\tTRANSFER FROM 4897691162095\t \t1,250.00\t21,250.00
3 Dec 2026\t3 Dec 2026\tTO TRANSFER-NEFT RENT--\tTRANSFER TO 4697\t5,000.00\t \t16,250.00
**This is a computer generated statement and does not require a signature.`,
  Axis: `Name :- MAPLE GIFTS,,,,,,
Statement of Account No - 912020012345678 for the period (From : 01-12-2026 To : 31-12-2026),,,,,,
Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL
02-12-2026,-,UPI/P2A/633012345678/RAVI IYER/Axis Bank/MAP7K392Q, ,1250.00,21250.00,123
03-12-2026,-,NEFT/MB/AXMB/RENT,5000.00, ,16250.00,123
,,TRANSACTION TOTAL DR/CR,5000.00,1250.00,,
,,CLOSING BALANCE,,,16250.00,`,
  Kotak: `Account Statement,,,,,,,
Sl. No.,Date,Description,Chq / Ref number,Amount,Dr / Cr,Balance,Dr / Cr
1,02-12-2026,UPI/RAVI IYER/633012345678/MAP7K392Q,UPI-633012345678,"1,250.00",CR,"21,250.00",CR
2,03-12-2026,NEFT RENT,NEFTOUT-1,"5,000.00",DR,"16,250.00",CR
Closing balance,"as on 31/12/2026",,,INR 16,250.00,,`,
  "Kotak, with the sides in brackets": `Date,Description,Chq/Ref. No.,Withdrawal (Dr.),Deposit (Cr.),Balance
02-12-2026,UPI/RAVI IYER/633012345678/MAP7K392Q,UPI-633012345678,,"1,250.00","21,250.00"
03-12-2026,NEFT RENT,NEFTOUT-1,"5,000.00",,"16,250.00"`,
  "a bank that names the currency": `Date;Narration;Ref No;Debits (in Rs.);Credits (in Rs.)
02-12-2026;UPI/RAVI IYER/633012345678/MAP7K392Q;633012345678;;"1,250.00"
03-12-2026;NEFT RENT;1;"5,000.00";`,
  "a bank with a column of signs": `Date;Narration;Ref No;Amount;+/-
02-12-2026;UPI/RAVI IYER/633012345678/MAP7K392Q;633012345678;"1,250.00";+
03-12-2026;NEFT RENT;1;"5,000.00";-`,
  "a bank that names the side in the narration": `Date;Narration;Ref No;Amount
02-12-2026;UPI/CR/633012345678/RAVI IYER/MAP7K392Q;633012345678;"1,250.00"
03-12-2026;UPI/DR/633012345679/RENT;633012345679;"5,000.00"`,
  "a bank with a letter behind amounts": `Date;Narration;Ref No;Amount
02-12-2026;UPI/RAVI IYER/MAP7K392Q;633012345678;1250.00 C
03-12-2026;RENT;1;5000.00 D`,
  "a bank with semicolons and signs": `Posted;Details;UTR No.;Transaction Amount (INR)
02.12.2026;UPI RAVI MAP7K392Q;'633012345678;"₹1,250.00 Cr"
03.12.2026;RENT;-;"₹5,000.00 Dr"`,
  "a list that somebody made": `reference,amount,note
633012345678,1250,Order MAP7K392Q
,-5000,rent`,
};

describe("A statement", () => {
  test.each(Object.entries(BANKS))("is read in the bank's own format: %s", (_bank, text) => {
    const { rows, skipped } = read(text)!;
    expect(rows).toEqual([
      {
        line: expect.any(Number),
        bankReference: "633012345678",
        amount: 125_000,
        note: expect.stringContaining("MAP7K392Q"),
      },
    ]);
    expect(skipped.filter(({ kind }) => kind === "debit")).toHaveLength(1);
    expect(text.split("\n")[rows[0]!.line - 1]).toContain("633012345678");
  });

  test("lists totals apart from debits, and marks no payment as bad", () => {
    for (const bank of ["ICICI", "SBI, tabs in a file named .xls", "Axis"])
      expect(read(BANKS[bank]!)!.skipped.filter(({ kind }) => kind === "bad")).toEqual([]);
    expect(read(BANKS.Axis!)!.skipped.map(({ line, kind }) => [line, kind])).toEqual([
      [5, "debit"],
      [6, "total"],
      [7, "total"],
    ]);
  });

  const HEADER = "Ref No,Credit,Debit,Narration";
  test.each([
    ["6.33012E+11,99,,Order X", "a spreadsheet has shortened its UTR to 6.33012E+11: import the bank’s own file"],
    ["633012345678,1.25E+03,,X", "a spreadsheet has shortened its amount to 1.25E+03: import the bank’s own file"],
    ["63301234567,99,,X", "it has no UTR of 12 digits"],
    [",99,,paid by 919876543210@okbank", "it has no UTR of 12 digits"],
    [",99,,paid by 633112345678@okbank", "it has no UTR of 12 digits"],
    [",99,,UPI/633012345678/700000000001", "its note has several numbers of 12 digits; confirm the payment by hand"],
    ["633012345678,,,X", "it has no amount"],
    ["633012345678,45O,,X", "its amount must be rupees, such as 450.00"],
    ["633012345678,99,x,X", "its debit is no amount of rupees"],
    ["633012345678,99,1,X", "it has a credit and a debit"],
    ["633012345678,1,250.00,,X,Y", "it has more cells than the header names; put texts that hold a comma in quotes"],
    ["633012345679,99,,X", "its UTR is already on line 2"],
  ])("keeps the other rows beside one that cannot be read: %s", (row, reason) => {
    const { rows, skipped } = read([HEADER, "633012345679,10,,good", row, "633012345670,20,,good"].join("\n"))!;
    expect(rows.map(({ line }) => line)).toEqual([2, 4]);
    expect(skipped).toEqual([{ line: 3, kind: "bad", reason }]);
  });

  test.each([
    ["0000633012345678,99,,X", "633012345678"],
    ["'633012345678,99,,X", "633012345678"],
    ["633012345678.0,99,,X", "633012345678"],
    ["UPI-633012345678,99,,700000000001", "633012345678"],
    ["TRANSFER,99,,UPI/CR/633012345678/919876543210@ybl", "633012345678"],
    ["TRANSFER,99,,UPI/CR/633012345678/633112345678@ybl", "633012345678"],
    ["6.33012E+11,99,,UPI/CR/633012345678/X", "633012345678"],
    [',99,,"UPI/CR/6330123\n45678/X"', "633012345678"],
  ])("finds the UTR in %j", (row, utr) => {
    expect(read(`${HEADER}\n${row}`)!.rows).toMatchObject([{ bankReference: utr, amount: 9_900 }]);
  });

  test("refuses a shortened UTR that its narration contradicts", () => {
    expect(read(`${HEADER}\n6.33012E+11,99,,UPI/CR/700000000001/X`)!.rows).toEqual([]);
  });

  test.each([
    ["Part Tran Type", "D", "C"],
    ["Dr/Cr Ind.", "DR", "CR"],
    ["Sign", "Debit", "Credit"],
    ["Entry", "Withdrawn", "Deposited"],
  ])("takes no debit as a credit if a column of another name, %s, names both", (name, debit, credit) => {
    const lines = [
      `Tran Date,Particulars,Ref No,Tran Amount,${name},Balance`,
      `28-11-2026,UPI/one/returned,612345670001,700.00,${debit},1000.00`,
      `28-11-2026,UPI/two,612345670002,800.00,${credit},1800.00`,
      ",Total,,1500.00,,",
    ];
    const { rows, skipped } = read(lines.join("\n"))!;
    expect(rows.map(({ bankReference }) => bankReference)).toEqual(["612345670002"]);
    expect(skipped.map(({ kind }) => kind)).toEqual(["debit", "total"]);
  });

  test("with debits and credits in one column books only rows that are marked as credits", () => {
    const lines = ["633012345671,99,CR,a", "633012345672,99,DR,b", "633012345673,99,UPI,c", "633012345674,-99,CR,d"];
    const { rows, skipped } = read(["UTR,Amount,Type,Remarks", ...lines].join("\n"))!;
    expect(rows.map(({ line }) => line)).toEqual([2]);
    expect(skipped).toEqual([
      { line: 3, kind: "debit", reason: "a debit" },
      { line: 4, kind: "bad", reason: "it does not name a credit or a debit" },
      { line: 5, kind: "bad", reason: "its amount and its column name different sides" },
    ]);
  });

  test("skips a header that is printed again on each page", () => {
    const { rows, skipped } = read([HEADER, "633012345671,1,,a", HEADER, "633012345672,2,,b"].join("\n"))!;
    expect([rows.length, skipped]).toEqual([2, []]);
  });

  test("with an unclosed quote is read line by line", () => {
    expect(read(`${HEADER}\n633012345671,99,,"open\n633012345672,99,,b`)!.rows).toMatchObject([
      { line: 2, note: "open" },
      { line: 3, note: "b" },
    ]);
  });

  test("keeps 10,000 rows and reports the place of the others", () => {
    const lines = Array.from({ length: 10_001 }, (_, at) => `${633_000_000_000 + at},1,,a`);
    const { rows, skipped } = read([HEADER, ...lines].join("\n"))!;
    expect(rows).toHaveLength(10_000);
    expect(skipped).toEqual([
      { line: 10_002, kind: "bad", reason: "the file has more than 10000 rows; import the rest alone" },
    ]);
  });

  const UNUSUAL = "Kto\nTag,Zweck,Haben,Nr\n2 Dec,MAP7K392Q,99,633012345678";
  const CHOSEN = { amount: 2, notes: [1], reference: 3 };

  test.each(["", "a", "Date,Balance\n1,2", UNUSUAL])("without a known header is not read: %j", (text) =>
    expect(read(text)).toBeUndefined(),
  );

  test("is read with columns that a member chose, even if the bank moves its header", () => {
    const kept = keepColumns(readTable(UNUSUAL), 2, CHOSEN)!;
    expect(kept).toEqual({ names: ["tag", "zweck", "haben", "nr"], columns: CHOSEN });
    const row = { bankReference: "633012345678", amount: 9_900, note: "MAP7K392Q" };
    expect(read(UNUSUAL, kept)!.rows).toEqual([{ line: 3, ...row }]);
    expect(read(`A\nB\n${UNUSUAL}`, kept)!.rows).toEqual([{ line: 5, ...row }]);
    expect(read("Zweck,Tag,Nr,Haben\nMAP7K392Q,2 Dec,633012345678,99", kept)).toBeUndefined();
    expect(read(BANKS.Axis!, kept)!.rows).toHaveLength(1);
  });

  test("without any header is read with columns that a member chose", () => {
    const text = "2 Dec,MAP7K392Q,99,633012345678";
    const kept = keepColumns(readTable(text), 0, CHOSEN)!;
    expect(read(text, kept)!.rows).toMatchObject([{ line: 1, amount: 9_900 }]);
  });

  test("has no columns on a line without their names", () => {
    expect(keepColumns(readTable(UNUSUAL), 9, CHOSEN)).toBeUndefined();
    expect(keepColumns(readTable(UNUSUAL), 1, CHOSEN)).toBeUndefined();
  });
});

describe("the side of a row", () => {
  const credit = (line: number) => ({ line, bankReference: "633012345678", amount: 9_900, note: "UPI MAP7K392Q" });
  const back = "line LINE takes it back: the same UTR and amount as a debit";

  test("is unclear beside a balance if neither a column nor a sign shows it", () => {
    const rows = "02/12/2026,UPI MAP7K392Q,633012345678,99.00,500.00\n";
    const unclear = { line: 2, kind: "bad", reason: "it does not name a credit or a debit" };
    for (const balance of ["Balance", "Available Balance (Cr)", "Balance After Transaction"])
      expect(read(`Date,Narration,UTR,Amount,${balance}\n${rows}`)).toMatchObject({ rows: [], skipped: [unclear] });
    const signed = `${rows}03/12/2026,RENT,633712345678,-10.00,490.00\n`;
    expect(read(`Date,Narration,UTR,Amount,Balance\n${signed}`)!.rows).toEqual([credit(2)]);
    // A total has a side and no reference.
    const total = `${rows}03/12/2026,Net of the page,,5000.00 Dr,\n`;
    expect(read(`Date,Narration,UTR,Amount,Balance\n${total}`)!.rows).toEqual([]);
    expect(read(`Date,Narration,UTR,Deposit Amount,Balance\n${rows}`)!.rows).toEqual([credit(2)]);
    expect(read("Narration,UTR,Amount\nUPI MAP7K392Q,633012345678,99.00")!.rows).toEqual([credit(2)]);
  });

  test.each([
    ["before it", "UPI MAP7K392Q,633012345678,,99\nREVERSAL,633012345678,99,", 2, 3],
    ["after it", "REVERSAL,633012345678,99,\nUPI MAP7K392Q,633012345678,,99", 3, 2],
  ])("of a payment that the bank took back pays nothing, with the debit %s", (_where, rows, line, debit) => {
    const { rows: paid, skipped } = read(`Narration,UTR,Debit,Credit\n${rows}`)!;
    expect(paid).toEqual([]);
    expect(skipped).toContainEqual({ line, kind: "bad", reason: back.replace("LINE", String(debit)) });
  });

  test("is not looked for in a column of types that names ways to pay", () => {
    const rows = "UPI MAP7K392Q,633012345678,99.00,UPI\nRENT,633712345678,-10.00,NEFT";
    const { rows: paid, skipped } = read(`Narration,UTR,Amount,Transaction Type\n${rows}`)!;
    expect(paid).toEqual([credit(2)]);
    expect(skipped.map(({ kind }) => kind)).toEqual(["debit"]);
  });

  test.each([
    ["Vch Type", "Payment"],
    ["Mode", "Outward"],
    ["Inward/Outward", "Outward"],
    ["Mode", "Gone"],
    ["", "500.00"],
  ])("is not guessed beside a column %j that reads %s", (name, cell) => {
    const rows = `UPI MAP7K392Q,633012345678,99.00,${cell}`;
    expect(read(`Narration,UTR,Amount,${name}\n${rows}`)!.rows).toEqual([]);
  });

  test.each([
    ["Payer", "Asha Rao"],
    ["Branch", "Andheri"],
    ["Mode", "UPI"],
    ["Vch Type", "Receipt"],
  ])("is a credit beside a column %j that reads %s", (name, cell) => {
    const rows = `UPI MAP7K392Q,633012345678,99.00,${cell}`;
    expect(read(`Narration,UTR,Amount,${name}\n${rows}`)!.rows).toEqual([credit(2)]);
  });

  test("is read beside columns that a member chose", () => {
    const records = "Narration,UTR,Amount,DrCr\nUPI MAP7K392Q,633012345678,99.00,DR";
    const columns = { amount: 2, reference: 1, notes: [0] };
    const names = ["narration", "utr", "amount", "drcr"];
    expect(read(records, { names, columns })!.rows).toEqual([]);
  });

  test.each(["UPI DR", "Transfer Debit", "Sent", "Outward", "Out", "Refund", "Payout"])(
    "in a column of types is unclear if it reads %s",
    (type) => {
      const rows = `UPI MAP7K392Q,633012345678,99.00,${type}`;
      for (const name of ["Transaction Type", "Direction"])
        expect(read(`Narration,UTR,Amount,${name}\n${rows}`)!.rows).toEqual([]);
    },
  );

  test.each(["Balance Type", "Cr/Dr", ""])("is not read from a column %j behind the balance", (name) => {
    const rows = "02/12/2026,UPI MAP7K392Q,633012345678,99.00,500.00,CR";
    expect(read(`Date,Narration,UTR,Amount,Balance,${name}\n${rows}`)!.rows).toEqual([]);
  });

  test.each([
    ["UPI MAP7K392Q,REFUNDED", "it is marked refunded"],
    ["UPI MAP7K392Q,Transaction Failed", "it is marked transaction failed"],
    ["UPI MAP7K392Q,Reversed by bank", "it is marked reversed by bank"],
    ["UPI MAP7K392Q,In process", "it is marked in process"],
    ["REV-UPI-MAP7K392Q,", "its note is that of a reversal; confirm the payment by hand"],
    ["UPI REVERSAL/MAP7K392Q,", "its note is that of a reversal; confirm the payment by hand"],
  ])("counts for nothing if the row is undone: %s", (row, reason) => {
    const { rows, skipped } = read(`UTR,Credit,Narration,Status\n633012345678,99.00,${row}`)!;
    expect([rows, skipped]).toEqual([[], [{ line: 2, kind: "bad", reason }]]);
    expect(
      read("UTR,Credit,Narration,Status\n633012345678,99.00,UPI MAP7K392Q to return it,Processed")!.rows,
    ).toHaveLength(1);
  });

  test.each(["TO TRANSFER-UPI/DR/633012345678/RAVI/MAP7K392Q", "WDL TFR UPI/633012345678/MAP7K392Q"])(
    "is a debit in the narration %s",
    (note) => {
      const { rows, skipped } = read(`Narration,UTR,Amount\n${note},633012345678,99.00`)!;
      expect([rows, skipped.map(({ kind }) => kind)]).toEqual([[], ["debit"]]);
    },
  );

  test("is unclear in a row that two quotes have joined from three", () => {
    const swallowed = '"x,633012345671,,1.00\nMAP7K392Q,633012345672,900.00,\ny",633012345673,,900.00';
    const { rows, skipped } = read(`Remarks,UTR,Debit,Credit\n${swallowed}\nUPI MAP7K392Q,633012345678,,99`)!;
    expect(rows).toEqual([credit(5)]);
    expect(skipped).toMatchObject([{ line: 2, reason: expect.stringContaining("take the quote away") as string }]);
  });

  test.each([
    ["REVERSAL,633012345678,99.00", "633012345678", ["633012345678"], true],
    ["UPI/REV/633012345678/RAVI,700000000001,99.00", "700000000001", ["700000000001", "633012345678"], true],
    ["UPI/DR/633012345678/633012345679/RETURN,-,99.00", null, ["633012345678", "633012345679"], true],
    ["UPI/DR/RAVI REVATHI/my refund,633012345678,99.00", "633012345678", ["633012345678"], false],
    ["RENT,-,99.00", null, [], false],
  ])(
    "of a debit comes with its UTRs, and with the words of a reversal: %s",
    (row, bankReference, named, isReversal) => {
      expect(read(`Narration,UTR,Debit,Credit\n${row},`)!.debits).toEqual([
        { line: 2, bankReference, named, amount: 9_900, isReversal },
      ]);
    },
  );

  test("is a debit for a fee, and the payment with the same UTR stays a credit", () => {
    const text = "Narration,UTR,Debit,Credit\nUPI MAP7K392Q,633012345678,,99\nUPI FEE,633012345678,1.18,";
    expect(read(text)!.rows).toEqual([credit(2)]);
  });
});

test("a UTR may look like a phone number in June and July of a year that ends in 9", () => {
  const row = (day: string) => `Date,Narration,Credit\n${day},UPI/CR/918012345678/MAP7K392Q,99`;
  expect(read(row("29/06/2029"))!.rows).toMatchObject([{ bankReference: "918012345678" }]);
  expect(read(row("29/06/2028"))!.rows).toEqual([]);
});

test("a quote in a payer's text swallows no other rows", () => {
  const rows = '901,"ORD789,1.00,\n902,UPI/cara,900.00,\n903,gift for "Bob",500.00,\n904,UPI/eve,700.00,';
  const { rows: paid } = read(`Ref No,Narration,Credit,Debit\n${rows.replaceAll(/^90/gm, "63301234590")}`)!;
  expect(paid.map(({ amount }) => amount)).toEqual([100, 90_000, 50_000, 70_000]);
});
