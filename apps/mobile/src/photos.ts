import {
  type ImagePickerAsset,
  launchCameraAsync,
  launchImageLibraryAsync,
  requestCameraPermissionsAsync,
} from "expo-image-picker";
import { JournalError, largest } from "@journal/client";
import { journal, offline } from "./service";
import { words } from "./words";

export type Photo = ImagePickerAsset;

/** A phone makes a JPEG of a photo in a format of its own. The service removes the place. */
const OPTIONS = { mediaTypes: ["images" as const], quality: 0.8 };

export async function choosePhoto(): Promise<Photo | undefined> {
  const { assets } = await launchImageLibraryAsync(OPTIONS);
  return fitting(assets?.[0]);
}

export async function takePhoto(): Promise<Photo | undefined> {
  const { granted } = await requestCameraPermissionsAsync();
  if (!granted) return undefined;
  const { assets } = await launchCameraAsync(OPTIONS);
  return fitting(assets?.[0]);
}

/** @throws {JournalError} for a photo that the service would not take, such as a long GIF */
function fitting(photo?: Photo): Photo | undefined {
  if ((photo?.fileSize ?? 0) <= largest("image/jpeg")) return photo;
  throw new JournalError(413, "too_large", words.journal.photoTooLarge);
}

/** Keeps the photo on this phone until the service has it. */
export const addPhoto = (entryId: string, photo: Photo): Promise<string> =>
  offline.outbox.add("attachments", { entry_id: entryId, file: journal.upload(photo) });
