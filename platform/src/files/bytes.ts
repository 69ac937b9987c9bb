/** Byte positions; both ends are included. */
export type Stretch = { from: number; to: number }

/** Where the bytes of versions are kept. A version is written once and never changed. */
export type Bytes = {
  /** Stores a new version that no file uses yet. What a failure leaves is found by the clean-up. */
  write(version: string, batches: AsyncIterable<Buffer>): Promise<void>
  /** Begins to throw before the first piece if the bytes are missing or cannot be reached. Holds nothing between pieces. */
  read(version: string, stretch: Stretch): AsyncGenerator<Buffer, void, void>
  /** Stores the bytes of one version as another one. */
  copy(from: string, to: string, size: number): Promise<void>
  /** Deletes an unpublished version. If it was published, although the answer was lost, it stays. */
  discard(version: string): Promise<void>
  /** Deletes what was kept outside the database and is due. Returns how many. */
  sweep(): Promise<number>
  /** A URL where anybody may read the version for a minute, with these headers; null: only this server serves it. */
  shareUrl(version: string, headers: Record<string, string>): Promise<string | null>
}

/** Whether one query of the database returns them all. */
export const isOneBatch = ({ from, to }: Stretch): boolean =>
  Math.floor(from / BATCH_BYTES) === Math.floor(to / BATCH_BYTES)

export const BATCH_BYTES = 1024 * 1024
