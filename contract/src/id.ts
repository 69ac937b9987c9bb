import * as z from 'zod/mini'

/**
 * An id, in PostgreSQL's spelling: capitals name the same row, and text comparisons must not tell them apart. guid, not
 * uuid: PostgreSQL accepts ids that RFC 9562 does not.
 */
export const id = z.guid().check(z.toLowerCase())
