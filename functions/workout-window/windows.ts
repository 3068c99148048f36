import { part } from "../../shared/http/group.ts";

export const windows = part();
