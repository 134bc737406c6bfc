import stylesheet from "./wallet-page.css?url";

/** Loads the style sheet of the wallet after the common one. */
export const WalletStylesheet = () => <link rel="stylesheet" href={stylesheet} precedence="shop" />;
