import { Checkbox } from "#app/ui/field.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { PictureField } from "../fields/picture-field.tsx";
import { PICTURE_RULES } from "../fields/picture-upload.ts";

type PictureFieldsProps = {
  brand: string;
  imageUrl: string;
  /** The API's hint for the picture that was sent last. */
  uploadHint?: string | null | undefined;
  error?: string;
};

const isDrawn = (url: string) => url === "" || url.startsWith("/media/cards/");

/** The product's picture, and the fields that replace it. */
export const PictureFields = ({ brand, imageUrl, uploadHint, error }: PictureFieldsProps) => (
  <fieldset>
    <legend>Picture</legend>
    <input type="hidden" name="image_url" value={imageUrl} />
    {imageUrl.startsWith("/media/") ? (
      <img
        className="card-picture"
        src={`/brands/${brand}/preview${imageUrl}`}
        alt={isDrawn(imageUrl) ? "The card that the shop draws" : "The picture of this product"}
        width={428}
        height={270}
      />
    ) : (
      <p className="small">
        {imageUrl === "" ? "The shop draws a card from the name and the category: “Show preview” shows it." : imageUrl}
      </p>
    )}
    {uploadHint && <Alert tone="info">{uploadHint}</Alert>}
    <PictureField
      name="picture"
      label={isDrawn(imageUrl) ? "A picture of your own" : "Another picture"}
      hint={`${PICTURE_RULES} It is cut to the shape of a card: 856 by 540 pixels are best.`}
      error={error}
    />
    {!isDrawn(imageUrl) && <Checkbox name="drawn" label="Use the drawn card again" />}
  </fieldset>
);
