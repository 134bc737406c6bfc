/** A file that was checked, which a form sends again. */
export const SentFile = ({ sent: { text, file } }: { sent: { text: string; file: string } }) =>
  file === "" ? <input type="hidden" name="text" value={text} /> : <input type="hidden" name="file" value={file} />;
