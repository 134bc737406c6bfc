import type { ComponentProps } from "react";
import { Form as RouterForm } from "react-router";

/** Posts to its own page, so React Router has no route to discover. */
export const Form = (props: ComponentProps<typeof RouterForm>) => <RouterForm discover="none" {...props} />;
