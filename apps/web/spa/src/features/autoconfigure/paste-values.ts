export interface PasteValues {
  readonly text: string;
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly probe: boolean;
}

export const emptyPaste: PasteValues = { text: '', url: '', token: '', name: '', probe: true };
