import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

// The processes that read files lower their priority. Beside other tests they would get no time.
os.setPriority = () => {};
syncBuiltinESMExports();
