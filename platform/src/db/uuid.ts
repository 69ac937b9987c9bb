const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The usual form of the ids that PostgreSQL accepts; RFC 9562 would refuse some of them. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** An id in PostgreSQL's spelling, so that comparing text equals comparing uuids; null: not an id. */
export const readUuid = (text: string): string | null => (isUuid(text) ? text.toLowerCase() : null)
