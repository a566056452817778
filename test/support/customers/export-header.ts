/** The first line of `sepet export customers`. */

/** The byte order mark, and the names of all columns. */
export const EXPORT_HEADER =
  '\ufeffid,email,externalId,name,surname,company,customerGroupId,mobilePhone,businessPhone,countryCode,cityCode,address,status,' +
  'dealer,freeCargo,emailNotification,smsNotification,phoneCallNotification,orderCount,createdAt,updatedAt\n'
