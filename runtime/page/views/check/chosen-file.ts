/** The file that the user has chosen last. A draft is tried on it. It is in memory only. */
export interface ChosenFile {
  file: File | null;
}
