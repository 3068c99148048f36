/** The hosted gateway's own check of a token, for functions with `verify_jwt = true`. */
import { createLocalJWKSet, jwtVerify } from "jose";

/** Returns why the header does not let a request through, or null when it does. */
export async function verifyBearer(
  authorization: string | null,
  keySet: string | undefined,
): Promise<{ code: string; message: string } | null> {
  if (!authorization) {
    return { code: "UNAUTHORIZED_NO_AUTH_HEADER", message: "Missing authorization header" };
  }
  const token = authorization.replace(/^Bearer\s+/i, "");
  try {
    await jwtVerify(token, createLocalJWKSet(JSON.parse(keySet ?? '{"keys":[]}')));
    return null;
  } catch {
    return { code: "UNAUTHORIZED_INVALID_JWT_FORMAT", message: "Invalid JWT" };
  }
}
