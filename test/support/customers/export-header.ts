/** The first line of `sepet export customers`. */

/** The names of all columns. */
export const EXPORT_HEADER =
  'id,email,externalId,name,surname,company,customerGroupId,mobilePhone,businessPhone,countryCode,cityCode,address,status,' +
  'dealer,freeCargo,emailNotification,smsNotification,phoneCallNotification,createdAt,updatedAt\n'
