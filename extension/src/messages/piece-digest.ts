/** Of a ZIP, before base64. */
export const PIECE_BYTES = 384 * 1024

export const pieceDigest = (piece: BufferSource): Promise<ArrayBuffer> =>
  crypto.subtle.digest('SHA-256', piece)

/** The digest of a ZIP is that of its pieces' digests, so the ZIP is never in memory as a whole. */
export async function digestOfPieces(digests: readonly ArrayBuffer[]): Promise<string> {
  const digest = await pieceDigest(await new Blob([...digests]).arrayBuffer())

  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
