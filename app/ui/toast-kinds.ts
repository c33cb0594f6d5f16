export type ToastAction = {
  label: string;
  /** The page to which the action links; without it, the action is a button with `onClick`. */ to?: string;
  onClick?: () => void;
};
export type ToastKind = "success" | "error" | "info";
