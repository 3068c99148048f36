import {
  type ImagePickerAsset,
  launchCameraAsync,
  launchImageLibraryAsync,
  requestCameraPermissionsAsync,
} from "expo-image-picker";
import { journal, offline } from "./service";

export type Photo = ImagePickerAsset;

/** A phone makes a JPEG of a photo in a format of its own. The service removes the place. */
const OPTIONS = { mediaTypes: ["images" as const], quality: 0.8 };

export async function choosePhoto(): Promise<Photo | undefined> {
  const { assets } = await launchImageLibraryAsync(OPTIONS);
  return assets?.[0];
}

export async function takePhoto(): Promise<Photo | undefined> {
  const { granted } = await requestCameraPermissionsAsync();
  if (!granted) return undefined;
  const { assets } = await launchCameraAsync(OPTIONS);
  return assets?.[0];
}

/** Keeps the photo on this phone until the service has it. */
export const addPhoto = (entryId: string, photo: Photo): Promise<string> =>
  offline.outbox.add("attachments", { entry_id: entryId, file: journal.upload(photo) });
