declare module "ws" {
  export const WebSocket: unknown;
}
declare module "react-native/Libraries/Network/FormData";
declare module "whatwg-fetch";
