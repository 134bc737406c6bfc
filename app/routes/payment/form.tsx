import type { ComponentProps } from "react";
import { Form as RouterForm } from "react-router";

/** A form that its own page answers, in place where React runs: there is no route to look for. */
export const Form = (props: ComponentProps<typeof RouterForm>) => <RouterForm discover="none" {...props} />;
