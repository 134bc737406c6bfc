/** An option for NODE_OPTIONS: Node runs the script first in each process and thread of the program. */
export const preload = (script: string) => `--import=data:text/javascript,${encodeURIComponent(script)}`;
