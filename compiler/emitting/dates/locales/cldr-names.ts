/**
 * The names of months and weekdays of CLDR 48.2.0, by locale: months in full, short months, weekdays in full, short
 * weekdays. write-locales.mjs writes this file. Copyright 1991-2026 Unicode, Inc., Unicode License v3.
 */
export const CLDR_NAMES: Readonly<Record<string, string>> = {
  af: 'Januarie,Februarie,Maart,April,Mei,Junie,Julie,Augustus,September,Oktober,November,Desember;Jan.,Feb.,Mrt.,Apr.,Mei,Jun.,Jul.,Aug.,Sep.,Okt.,Nov.,Des.;Maandag,Dinsdag,Woensdag,Donderdag,Vrydag,Saterdag,Sondag;Ma.,Di.,Wo.,Do.,Vr.,Sa.,So.',
  ar: 'يناير,فبراير,مارس,أبريل,مايو,يونيو,يوليو,أغسطس,سبتمبر,أكتوبر,نوفمبر,ديسمبر;يناير,فبراير,مارس,أبريل,مايو,يونيو,يوليو,أغسطس,سبتمبر,أكتوبر,نوفمبر,ديسمبر;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-DZ':
    'جانفي,فيفري,مارس,أفريل,ماي,جوان,جويلية,أوت,سبتمبر,أكتوبر,نوفمبر,ديسمبر;جانفي,فيفري,مارس,أفريل,ماي,جوان,جويلية,أوت,سبتمبر,أكتوبر,نوفمبر,ديسمبر;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-IQ':
    'كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول/تشرين الأول,تشرين الثاني,كانون الأول;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-JO':
    'كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-LB':
    'كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-MA':
    'يناير,فبراير,مارس,أبريل,ماي,يونيو,يوليوز,غشت,شتنبر,أكتوبر,نونبر,دجنبر;يناير,فبراير,مارس,أبريل,ماي,يونيو,يوليوز,غشت,شتنبر,أكتوبر,نونبر,دجنبر;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-MR':
    'يناير,فبراير,مارس,إبريل,مايو,يونيو,يوليو,أغشت,شتمبر,أكتوبر,نوفمبر,دجمبر;يناير,فبراير,مارس,إبريل,مايو,يونيو,يوليو,أغشت,شتمبر,أكتوبر,نوفمبر,دجمبر;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-PS':
    'كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-SY':
    'كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;كانون الثاني,شباط,آذار,نيسان,أيار,حزيران,تموز,آب,أيلول,تشرين الأول,تشرين الثاني,كانون الأول;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  'ar-TN':
    'جانفي,فيفري,مارس,أفريل,ماي,جوان,جويلية,أوت,سبتمبر,أكتوبر,نوفمبر,ديسمبر;جانفي,فيفري,مارس,أفريل,ماي,جوان,جويلية,أوت,سبتمبر,أكتوبر,نوفمبر,ديسمبر;الاثنين,الثلاثاء,الأربعاء,الخميس,الجمعة,السبت,الأحد;الاثنين/إثنين,الثلاثاء/ثلاثاء,الأربعاء/أربعاء,الخميس/خميس,الجمعة/جمعة,السبت/سبت,الأحد/أحد',
  az: 'yanvar,fevral,mart,aprel,may,iyun,iyul,avqust,sentyabr,oktyabr,noyabr,dekabr;yan,fev,mar,apr,may,iyn,iyl,avq,sen,okt,noy,dek;bazar ertəsi,çərşənbə axşamı,çərşənbə,cümə axşamı,cümə,şənbə,bazar;B.e.,Ç.a.,Ç.,C.a.,C.,Ş.,B.',
  'az-Cyrl':
    'јанвар,феврал,март,апрел,май,ијун,ијул,август,сентјабр,октјабр,нојабр,декабр;јан,фев,мар,апр,май,ијн,ијл,авг,сен,окт,ној,дек;базар ертәси,чәршәнбә ахшамы,чәршәнбә,ҹүмә ахшамы,ҹүмә,шәнбә,базар;Б.Е.,Ч.А.,Ч.,Ҹ.А.,Ҹ.,Ш.,Б.',
  be: 'студзеня/студзень,лютага/люты,сакавіка/сакавік,красавіка/красавік,мая/май,чэрвеня/чэрвень,ліпеня/ліпень,жніўня/жнівень,верасня/верасень,кастрычніка/кастрычнік,лістапада/лістапад,снежня/снежань;сту,лют,сак,кра,мая/май,чэр,ліп,жні,вер,кас,ліс,сне;панядзелак,аўторак,серада,чацвер,пятніца,субота,нядзеля;пн,аў,ср,чц,пт,сб,нд',
  bg: 'януари,февруари,март,април,май,юни,юли,август,септември,октомври,ноември,декември;яну,фев,март,апр,май,юни,юли,авг,сеп,окт,ное,дек;понеделник,вторник,сряда,четвъртък,петък,събота,неделя;пн,вт,ср,чт,пт,сб,нд',
  bn: 'জানুয়ারি,ফেব্রুয়ারি,মার্চ,এপ্রিল,মে,জুন,জুলাই,আগস্ট,সেপ্টেম্বর,অক্টোবর,নভেম্বর,ডিসেম্বর;জানু,ফেব,মার্চ,এপ্রি/এপ্রিল,মে,জুন,জুল/জুলাই,আগ/আগস্ট,সেপ/সেপ্ট,অক্টো,নভে/নভেম্বর,ডিসে;সোমবার,মঙ্গলবার,বুধবার,বৃহস্পতিবার,শুক্রবার,শনিবার,রবিবার;সোম/সোঃ,মঙ্গল/মঃ,বুধ/বুঃ,বৃহস্পতি/বৃঃ,শুক্র/শুঃ,শনি,রবি/রঃ',
  'bn-IN':
    'জানুয়ারি,ফেব্রুয়ারি,মার্চ,এপ্রিল,মে,জুন,জুলাই,আগস্ট,সেপ্টেম্বর,অক্টোবর,নভেম্বর,ডিসেম্বর;জানু,ফেব,মার্চ,এপ্রি/এপ্রিল,মে,জুন,জুল/জুলাই,আগ/আগস্ট,সেপ্টেঃ,অক্টোঃ,নভেঃ,ডিসেঃ;সোমবার,মঙ্গলবার,বুধবার,বৃহস্পতিবার,শুক্রবার,শনিবার,রবিবার;সোম/সোঃ,মঙ্গল/মঃ,বুধ/বুঃ,বৃহস্পতি/বৃঃ,শুক্র/শুঃ,শনি/শঃ,রবি/রঃ',
  bs: 'januar,februar,mart,april,maj,juni,juli,august,septembar,oktobar,novembar,decembar;jan,feb,mar,apr,maj,jun,jul,aug,sep,okt,nov,dec;ponedjeljak,utorak,srijeda,četvrtak,petak,subota,nedjelja;pon,uto,sri,čet,pet,sub,ned',
  'bs-Cyrl':
    'јануар,фебруар,март,април,мај,јуни,јули,аугуст,септембар,октобар,новембар,децембар;јан,феб,мар,апр,мај,јун,јул,ауг,сеп,окт,нов,дец;понедјељак,уторак,сриједа,четвртак,петак,субота,недјеља;пон,уто,сри,чет,пет,суб,нед',
  ca: 'de gener/gener,de febrer/febrer,de març/març,d’abril/abril,de maig/maig,de juny/juny,de juliol/juliol,d’agost/agost,de setembre/setembre,d’octubre/octubre,de novembre/novembre,de desembre/desembre;de gen./gen.,de febr./febr.,de març/març,d’abr./abr.,de maig/maig,de juny/juny,de jul./jul.,d’ag./ag.,de set./set.,d’oct./oct.,de nov./nov.,de des./des.;dilluns,dimarts,dimecres,dijous,divendres,dissabte,diumenge;dl.,dt.,dc.,dj.,dv.,ds.,dg.',
  cs: 'ledna/leden,února/únor,března/březen,dubna/duben,května/květen,června/červen,července/červenec,srpna/srpen,září,října/říjen,listopadu/listopad,prosince/prosinec;led,úno,bře,dub,kvě,čvn,čvc,srp,zář,říj,lis,pro;pondělí,úterý,středa,čtvrtek,pátek,sobota,neděle;po,út,st,čt,pá,so,ne',
  cy: 'Ionawr,Chwefror,Mawrth,Ebrill,Mai,Mehefin,Gorffennaf,Awst,Medi,Hydref,Tachwedd,Rhagfyr;Ion,Chwef/Chw,Maw,Ebr,Mai,Meh,Gorff/Gor,Awst,Medi,Hyd,Tach,Rhag;Dydd Llun,Dydd Mawrth,Dydd Mercher,Dydd Iau,Dydd Gwener,Dydd Sadwrn,Dydd Sul;Llun/Ll,Maw/Ma,Mer/Me,Iau/Ia,Gwen/Gwe/Gw,Sad/Sa,Sul/Su',
  da: 'januar,februar,marts,april,maj,juni,juli,august,september,oktober,november,december;jan.,feb.,mar.,apr.,maj,jun.,jul.,aug.,sep.,okt.,nov.,dec.;mandag,tirsdag,onsdag,torsdag,fredag,lørdag,søndag;man./ma.,tirs./ti.,ons./on.,tors./to.,fre./fr.,lør./lø.,søn./sø.',
  de: 'Januar,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember;Jan./Jan,Feb./Feb,März/Mär,Apr./Apr,Mai,Juni/Jun,Juli/Jul,Aug./Aug,Sept./Sep,Okt./Okt,Nov./Nov,Dez./Dez;Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag,Sonntag;Mo./Mo,Di./Di,Mi./Mi,Do./Do,Fr./Fr,Sa./Sa,So./So',
  'de-AT':
    'Jänner,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember;Jän./Jän,Feb./Feb,März/Mär,Apr./Apr,Mai,Juni/Jun,Juli/Jul,Aug./Aug,Sep./Sep,Okt./Okt,Nov./Nov,Dez./Dez;Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag,Sonntag;Mo./Mo,Di./Di,Mi./Mi,Do./Do,Fr./Fr,Sa./Sa,So./So',
  'de-IT':
    'Jänner,Februar,März,April,Mai,Juni,Juli,August,September,Oktober,November,Dezember;Jän./Jän,Feb./Feb,März/Mär,Apr./Apr,Mai,Juni/Jun,Juli/Jul,Aug./Aug,Sep./Sep,Okt./Okt,Nov./Nov,Dez./Dez;Montag,Dienstag,Mittwoch,Donnerstag,Freitag,Samstag,Sonntag;Mo./Mo,Di./Di,Mi./Mi,Do./Do,Fr./Fr,Sa./Sa,So./So',
  el: 'Ιανουαρίου/Ιανουάριος,Φεβρουαρίου/Φεβρουάριος,Μαρτίου/Μάρτιος,Απριλίου/Απρίλιος,Μαΐου/Μάιος,Ιουνίου/Ιούνιος,Ιουλίου/Ιούλιος,Αυγούστου/Αύγουστος,Σεπτεμβρίου/Σεπτέμβριος,Οκτωβρίου/Οκτώβριος,Νοεμβρίου/Νοέμβριος,Δεκεμβρίου/Δεκέμβριος;Ιαν,Φεβ,Μαρ/Μάρ,Απρ,Μαΐ/Μάι,Ιουν/Ιούν,Ιουλ/Ιούλ,Αυγ/Αύγ,Σεπ,Οκτ,Νοε/Νοέ,Δεκ;Δευτέρα,Τρίτη,Τετάρτη,Πέμπτη,Παρασκευή,Σάββατο,Κυριακή;Δευ/Δε,Τρί/Τρ,Τετ/Τε,Πέμ/Πέ,Παρ/Πα,Σάβ/Σά,Κυρ/Κυ',
  'el-polyton':
    'Ιανουαρίου/Ιανουάριος,Φεβρουαρίου/Φεβρουάριος,Μαρτίου/Μάρτιος,Απριλίου/Απρίλιος,Μαΐου/Μάιος,Ιουνίου/Ιούνιος,Ιουλίου/Ιούλιος,Αὐγούστου/Αὔγουστος,Σεπτεμβρίου/Σεπτέμβριος,Ὀκτωβρίου/Ὀκτώβριος,Νοεμβρίου/Νοέμβριος,Δεκεμβρίου/Δεκέμβριος;Ιαν,Φεβ,Μαρ/Μάρ,Απρ,Μαΐ/Μάι,Ιουν/Ιούν,Ιουλ/Ιούλ,Αὐγ/Αύγ,Σεπ,Ὀκτ/Οκτ,Νοε/Νοέ,Δεκ;Δευτέρα,Τρίτη,Τετάρτη,Πέμπτη,Παρασκευή,Σάββατο,Κυριακή;Δευ/Δε,Τρί/Τρ,Τετ/Τε,Πέμ/Πέ,Παρ/Πα,Σάβ/Σά,Κυρ/Κυ',
  en: 'January,February,March,April,May,June,July,August,September,October,November,December;Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec;Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday;Mon/Mo,Tue/Tu,Wed/We,Thu/Th,Fri/Fr,Sat/Sa,Sun/Su',
  es: 'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre;ene,feb,mar,abr,may,jun,jul,ago,sept,oct,nov,dic;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/LU,mar/MA,mié/MI,jue/JU,vie/VI,sáb/SA,dom/DO',
  'es-CL':
    'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre;ene/ene.,feb/feb.,mar/mar.,abr/abr.,may/may.,jun/jun.,jul/jul.,ago/ago.,sept/sept.,oct/oct.,nov/nov.,dic/dic.;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/lu,mar/ma,mié/mi,jue/ju,vie/vi,sáb/sá,dom/do',
  'es-CO':
    'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre;ene/ene.,feb/feb.,mar/mar.,abr/abr.,may/may.,jun/jun.,jul/jul.,ago/ago.,sept/sept.,oct/oct.,nov/nov.,dic/dic.;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/LU,mar/MA,mié/MI,jue/JU,vie/VI,sáb/SA,dom/DO',
  'es-MX':
    'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre;ene,feb,mar,abr,may,jun,jul,ago,sep,oct,nov,dic;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/LU,mar/MA,mié/MI,jue/JU,vie/VI,sáb/SA,dom/DO',
  'es-PE':
    'enero,febrero,marzo,abril,mayo,junio,julio,agosto,setiembre,octubre,noviembre,diciembre;ene.,feb.,mar.,abr.,may.,jun.,jul.,ago.,set.,oct.,nov.,dic.;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/LU,mar/MA,mié/MI,jue/JU,vie/VI,sáb/SA,dom/DO',
  'es-PY':
    'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre;ene.,feb.,mar.,abr.,may.,jun.,jul.,ago.,sept.,oct.,nov.,dic.;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/lu,mar/ma,mié/mi,jue/ju,vie/vi,sáb/sa,dom/do',
  'es-UY':
    'enero,febrero,marzo,abril,mayo,junio,julio,agosto,setiembre,octubre,noviembre,diciembre;ene.,feb.,mar.,abr.,may.,jun.,jul.,ago.,set.,oct.,nov.,dic.;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/LU,mar/MA,mié/MI,jue/JU,vie/VI,sáb/SA,dom/DO',
  'es-VE':
    'enero,febrero,marzo,abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre;ene.,feb.,mar.,abr.,may.,jun.,jul.,ago.,sept.,oct.,nov.,dic.;lunes,martes,miércoles,jueves,viernes,sábado,domingo;lun/Lu,mar/Ma,mié/Mi,jue/Ju,vie/Vi,sáb/Sa,dom/Do',
  et: 'jaanuar,veebruar,märts,aprill,mai,juuni,juuli,august,september,oktoober,november,detsember;jaan,veebr,märts,apr,mai,juuni,juuli,aug,sept,okt,nov,dets;esmaspäev,teisipäev,kolmapäev,neljapäev,reede,laupäev,pühapäev;E,T,K,N,R,L,P',
  eu: 'urtarrila,otsaila,martxoa,apirila,maiatza,ekaina,uztaila,abuztua,iraila,urria,azaroa,abendua;urt.,ots.,mar.,api.,mai.,eka.,uzt.,abu.,ira.,urr.,aza.,abe.;astelehena,asteartea,asteazkena,osteguna,ostirala,larunbata,igandea;al.,ar.,az.,og.,or.,lr.,ig.',
  fa: 'ژانویهٔ/ژانویه,فوریهٔ/فوریه,مارس,آوریل,مهٔ/مه,ژوئن,ژوئیهٔ/ژوئیه,اوت,سپتامبر,اکتبر,نوامبر,دسامبر;ژانویه,فوریه,مارس,آوریل,مه,ژوئن,ژوئیه,اوت,سپتامبر,اکتبر,نوامبر,دسامبر;دوشنبه,سه‌شنبه,چهارشنبه,پنجشنبه,جمعه,شنبه,یکشنبه;دوشنبه/۲ش,سه‌شنبه/۳ش,چهارشنبه/۴ش,پنجشنبه/۵ش,جمعه/ج,شنبه/ش,یکشنبه/۱ش',
  'fa-AF':
    'جنوری,فبروری,مارچ,اپریل,می,جون,جولای,اگست,سپتمبر,اکتوبر,نومبر,دسمبر;جنو/جنوری,فبروری,مارچ,اپریل,می,جون,جول/جولای,اگست,سپتمبر,اکتوبر,نومبر,دسم/دسمبر;دوشنبه,سه‌شنبه,چهارشنبه,پنجشنبه,جمعه,شنبه,یکشنبه;دوشنبه/۲ش,سه‌شنبه/۳ش,چهارشنبه/۴ش,پنجشنبه/۵ش,جمعه/ج,شنبه/ش,یکشنبه/۱ش',
  fi: 'tammikuuta/tammikuu,helmikuuta/helmikuu,maaliskuuta/maaliskuu,huhtikuuta/huhtikuu,toukokuuta/toukokuu,kesäkuuta/kesäkuu,heinäkuuta/heinäkuu,elokuuta/elokuu,syyskuuta/syyskuu,lokakuuta/lokakuu,marraskuuta/marraskuu,joulukuuta/joulukuu;tammi,helmi,maalis,huhti,touko,kesä,heinä,elo,syys,loka,marras,joulu;maanantaina/maanantai,tiistaina/tiistai,keskiviikkona/keskiviikko,torstaina/torstai,perjantaina/perjantai,lauantaina/lauantai,sunnuntaina/sunnuntai;ma,ti,ke,to,pe,la,su',
  fil: 'Enero,Pebrero,Marso,Abril,Mayo,Hunyo,Hulyo,Agosto,Setyembre,Oktubre,Nobyembre,Disyembre;Ene,Peb,Mar,Abr,May,Hun,Hul,Ago,Set,Okt,Nob,Dis;Lunes,Martes,Miyerkules,Huwebes,Biyernes,Sabado,Linggo;Lun,Mar,Miy,Huw,Biy,Sab,Lin',
  fo: 'januar,februar,mars,apríl,mai,juni,juli,august,september,oktober,november,desember;jan./jan,feb./feb,mar./mar,apr./apr,mai,jun./jun,jul./jul,aug./aug,sep./sep,okt./okt,nov./nov,des./des;mánadagur,týsdagur,mikudagur,hósdagur,fríggjadagur,leygardagur,sunnudagur;mán./mán/má./má,týs./týs/tý./tý,mik./mik/mi./mi,hós./hós/hó./hó,frí./frí/fr./fr,ley./ley/le./le,sun./sun/su./su',
  fr: 'janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre;janv.,févr.,mars,avr.,mai,juin,juil.,août,sept.,oct.,nov.,déc.;lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche;lun./lu,mar./ma,mer./me,jeu./je,ven./ve,sam./sa,dim./di',
  'fr-CA':
    'janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre;janv.,févr.,mars,avr.,mai,juin,juill.,août,sept.,oct.,nov.,déc.;lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche;lun./lu,mar./ma,mer./me,jeu./je,ven./ve,sam./sa,dim./di',
  'fr-MA':
    'janvier,février,mars,avril,mai,juin,juillet,août,septembre,octobre,novembre,décembre;jan.,fév.,mar.,avr.,mai,jui.,juil.,août,sept.,oct.,nov.,déc.;lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche;lun./lu,mar./ma,mer./me,jeu./je,ven./ve,sam./sa,dim./di',
  fy: 'Jannewaris,Febrewaris,Maart,April,Maaie,Juny,July,Augustus,Septimber,Oktober,Novimber,Desimber;Jan,Feb,Mrt,Apr,Mai,Jun,Jul,Aug,Sep,Okt,Nov,Des;moandei,tiisdei,woansdei,tongersdei,freed,sneon,snein;mo,ti,wo,to,fr,so,si',
  ga: 'Eanáir,Feabhra,Márta,Aibreán,Bealtaine,Meitheamh,Iúil,Lúnasa,Meán Fómhair,Deireadh Fómhair,Samhain,Nollaig;Ean,Feabh,Márta,Aib,Beal,Meith,Iúil,Lún,MFómh,DFómh,Samh,Noll;Dé Luain,Dé Máirt,Dé Céadaoin,Déardaoin,Dé hAoine,Dé Sathairn,Dé Domhnaigh;Luan/Lu,Máirt/Má,Céad/Cé,Déar/Dé,Aoine/Ao,Sath/Sa,Domh/Do',
  gl: 'xaneiro,febreiro,marzo,abril,maio,xuño,xullo,agosto,setembro,outubro,novembro,decembro;xan.,feb.,mar.,abr.,maio,xuño,xul.,ago.,set.,out.,nov.,dec.;luns,martes,mércores,xoves,venres,sábado,domingo;luns/lu.,mar./ma.,mér./mé.,xov./xo.,ven./ve.,sáb./sá.,dom./do.',
  gu: 'જાન્યુઆરી,ફેબ્રુઆરી,માર્ચ,એપ્રિલ,મે,જૂન,જુલાઈ,ઑગસ્ટ,સપ્ટેમ્બર,ઑક્ટોબર,નવેમ્બર,ડિસેમ્બર;જાન્યુ,ફેબ્રુ,માર્ચ,એપ્રિલ,મે,જૂન,જુલાઈ,ઑગસ્ટ,સપ્ટે,ઑક્ટો,નવે,ડિસે;સોમવાર,મંગળવાર,બુધવાર,ગુરુવાર,શુક્રવાર,શનિવાર,રવિવાર;સોમ/સો,મંગળ/મં,બુધ/બુ,ગુરુ/ગુ,શુક્ર/શુ,શનિ/શ,રવિ/ર',
  he: 'ינואר,פברואר,מרץ,אפריל,מאי,יוני,יולי,אוגוסט,ספטמבר,אוקטובר,נובמבר,דצמבר;ינו׳,פבר׳,מרץ,אפר׳,מאי,יוני,יולי,אוג׳,ספט׳,אוק׳,נוב׳,דצמ׳;יום שני,יום שלישי,יום רביעי,יום חמישי,יום שישי,יום שבת,יום ראשון;יום ב׳/ב׳,יום ג׳/ג׳,יום ד׳/ד׳,יום ה׳/ה׳,יום ו׳/ו׳,שבת/ש׳,יום א׳/א׳',
  hi: 'जनवरी,फ़रवरी,मार्च,अप्रैल,मई,जून,जुलाई,अगस्त,सितंबर,अक्टूबर,नवंबर,दिसंबर;जन॰,फ़र॰,मार्च,अप्रैल,मई,जून,जुल॰,अग॰,सित॰,अक्टू॰,नव॰,दिस॰;सोमवार,मंगलवार,बुधवार,गुरुवार,शुक्रवार,शनिवार,रविवार;सोम/सो,मंगल/मं,बुध/बु,गुरु/गु,शुक्र/शु,शनि/श,रवि/र',
  'hi-Latn':
    'January,February,March,April,May,June,July,August,September,October,November,December;Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep/Sept,Oct,Nov,Dec;Somwaar,Mangalwaar,Budhwaar,Guruwaar,Shukrawaar,Shaniwaar,Raviwaar;Som/So,Mangal/Ma,Budh/Bu,Guru/Gu,Shukra/Shu,Shani/Sha,Ravi/Ra',
  hr: 'siječnja/siječanj,veljače/veljača,ožujka/ožujak,travnja/travanj,svibnja/svibanj,lipnja/lipanj,srpnja/srpanj,kolovoza/kolovoz,rujna/rujan,listopada/listopad,studenoga/studeni,prosinca/prosinac;sij,velj,ožu,tra,svi,lip,srp,kol,ruj,lis,stu,pro;ponedjeljak,utorak,srijeda,četvrtak,petak,subota,nedjelja;pon,uto,sri,čet,pet,sub,ned',
  hu: 'január,február,március,április,május,június,július,augusztus,szeptember,október,november,december;jan.,febr.,márc.,ápr.,máj.,jún.,júl.,aug.,szept.,okt.,nov.,dec.;hétfő,kedd,szerda,csütörtök,péntek,szombat,vasárnap;H,K,Sze,Cs,P,Szo,V',
  hy: 'հունվարի/հունվար,փետրվարի/փետրվար,մարտի/մարտ,ապրիլի/ապրիլ,մայիսի/մայիս,հունիսի/հունիս,հուլիսի/հուլիս,օգոստոսի/օգոստոս,սեպտեմբերի/սեպտեմբեր,հոկտեմբերի/հոկտեմբեր,նոյեմբերի/նոյեմբեր,դեկտեմբերի/դեկտեմբեր;հնվ,փտվ,մրտ,ապր,մյս,հնս,հլս,օգս,սեպ,հոկ,նոյ,դեկ;երկուշաբթի,երեքշաբթի,չորեքշաբթի,հինգշաբթի,ուրբաթ,շաբաթ,կիրակի;երկ/եկ,երք/եք,չրք/չք,հնգ/հգ,ուր/ու,շբթ/շբ,կիր/կր',
  id: 'Januari,Februari,Maret,April,Mei,Juni,Juli,Agustus,September,Oktober,November,Desember;Jan,Feb,Mar,Apr,Mei,Jun,Jul,Agu,Sep,Okt,Nov,Des;Senin,Selasa,Rabu,Kamis,Jumat,Sabtu,Minggu;Sen,Sel,Rab,Kam,Jum,Sab,Min',
  is: 'janúar,febrúar,mars,apríl,maí,júní,júlí,ágúst,september,október,nóvember,desember;jan.,feb.,mar.,apr.,maí,jún.,júl.,ágú.,sep.,okt.,nóv.,des.;mánudagur,þriðjudagur,miðvikudagur,fimmtudagur,föstudagur,laugardagur,sunnudagur;mán./má.,þri./þr.,mið./mi.,fim./fi.,fös./fö.,lau./la.,sun./su.',
  it: 'gennaio,febbraio,marzo,aprile,maggio,giugno,luglio,agosto,settembre,ottobre,novembre,dicembre;gen,feb,mar,apr,mag,giu,lug,ago,set,ott,nov,dic;lunedì,martedì,mercoledì,giovedì,venerdì,sabato,domenica;lun,mar,mer,gio,ven,sab,dom',
  ka: 'იანვარი,თებერვალი,მარტი,აპრილი,მაისი,ივნისი,ივლისი,აგვისტო,სექტემბერი,ოქტომბერი,ნოემბერი,დეკემბერი;იან,თებ,მარ,აპრ,მაი,ივნ,ივლ,აგვ,სექ,ოქტ,ნოე,დეკ;ორშაბათი,სამშაბათი,ოთხშაბათი,ხუთშაბათი,პარასკევი,შაბათი,კვირა;ორშ/ორ,სამ/სმ,ოთხ/ოთ,ხუთ/ხთ,პარ/პრ,შაბ/შბ,კვი/კვ',
  kk: 'қаңтар,ақпан,наурыз,сәуір,мамыр,маусым,шілде,тамыз,қыркүйек,қазан,қараша,желтоқсан;қаң.,ақп.,нау.,сәу.,мам.,мау.,шіл.,там.,қыр.,қаз.,қар.,жел.;дүйсенбі,сейсенбі,сәрсенбі,бейсенбі,жұма,сенбі,жексенбі;дс,сс,ср,бс,жм,сб,жс',
  'kk-Arab':
    'قاڭتار,اقپان,ناۋرىز,ءساۋىر,مامىر,ماۋسىم,شىلدە,تامىز,قىركۇيەك,قازان,قاراشا,جەلتوقسان;قاڭتار,اقپان,ناۋرىز,ءساۋىر,مامىر,ماۋسىم,شىلدە,تامىز,قىركۇيەك,قازان,قاراشا,جەلتوقسان;دۇيسەنبى,سەيسەنبى,سارسەنبى,بەيسەنبى,جۇما,سەنبى,جەكسەنبى;دۇي/دۇ,سەي/سە,سار/سا,بەي/بە,جۇم/جۇ,سەن/سن,جەك/جە',
  kn: 'ಜನವರಿ,ಫೆಬ್ರವರಿ,ಮಾರ್ಚ್,ಏಪ್ರಿಲ್,ಮೇ,ಜೂನ್,ಜುಲೈ,ಆಗಸ್ಟ್,ಸೆಪ್ಟೆಂಬರ್,ಅಕ್ಟೋಬರ್,ನವೆಂಬರ್,ಡಿಸೆಂಬರ್;ಜನ,ಫೆಬ್ರ,ಮಾರ್ಚ್,ಏಪ್ರಿ,ಮೇ,ಜೂನ್,ಜುಲೈ,ಆಗ,ಸೆಪ್ಟೆಂ,ಅಕ್ಟೋ,ನವೆಂ,ಡಿಸೆಂ;ಸೋಮವಾರ,ಮಂಗಳವಾರ,ಬುಧವಾರ,ಗುರುವಾರ,ಶುಕ್ರವಾರ,ಶನಿವಾರ,ಭಾನುವಾರ;ಸೋಮ,ಮಂಗಳ,ಬುಧ,ಗುರು,ಶುಕ್ರ,ಶನಿ,ಭಾನು',
  ky: 'январь,февраль,март,апрель,май,июнь,июль,август,сентябрь,октябрь,ноябрь,декабрь;янв./Янв,фев./Фев,мар./Мар,апр./Апр,май,июн./Июн,июл./Июл,авг./Авг,сен./Сен,окт./Окт,ноя./Ноя,дек./Дек;дүйшөмбү,шейшемби,шаршемби,бейшемби,жума,ишемби,жекшемби;дүй./дш.,шейш./шш.,шарш./шр.,бейш./бш.,жума/жм.,ишм./иш.,жек./жш.',
  lb: 'Januar,Februar,Mäerz,Abrëll,Mee,Juni,Juli,August,September,Oktober,November,Dezember;Jan./Jan,Feb./Feb,Mäe./Mäe,Abr./Abr,Mee,Juni/Jun,Juli/Jul,Aug./Aug,Sep./Sep,Okt./Okt,Nov./Nov,Dez./Dez;Méindeg,Dënschdeg,Mëttwoch,Donneschdeg,Freideg,Samschdeg,Sonndeg;Méi./Méi/Mé.,Dën./Dën/Dë.,Mët./Mët/Më.,Don./Don/Do.,Fre./Fre/Fr.,Sam./Sam/Sa.,Son./Son/So.',
  lt: 'sausio/sausis,vasario/vasaris,kovo/kovas,balandžio/balandis,gegužės/gegužė,birželio/birželis,liepos/liepa,rugpjūčio/rugpjūtis,rugsėjo/rugsėjis,spalio/spalis,lapkričio/lapkritis,gruodžio/gruodis;saus.,vas.,kov.,bal.,geg.,birž.,liep.,rugp.,rugs.,spal.,lapkr.,gruod.;pirmadienis,antradienis,trečiadienis,ketvirtadienis,penktadienis,šeštadienis,sekmadienis;pr,an,tr,kt,pn,št,sk',
  lv: 'janvāris,februāris,marts,aprīlis,maijs,jūnijs,jūlijs,augusts,septembris,oktobris,novembris,decembris;janv.,febr.,marts,apr.,maijs,jūn.,jūl.,aug.,sept.,okt.,nov.,dec.;pirmdiena,otrdiena,trešdiena,ceturtdiena,piektdiena,sestdiena,svētdiena;pirmd./Pr,otrd./Ot,trešd./Tr,ceturtd./Ce,piektd./Pk,sestd./Se,svētd./Sv',
  mk: 'јануари,февруари,март,април,мај,јуни,јули,август,септември,октомври,ноември,декември;јан.,фев.,мар.,апр.,мај,јун.,јул.,авг.,сеп.,окт.,ное.,дек.;понеделник,вторник,среда,четврток,петок,сабота,недела;пон.,вто.,сре.,чет.,пет.,саб.,нед.',
  ml: 'ജനുവരി,ഫെബ്രുവരി,മാർച്ച്,ഏപ്രിൽ,മേയ്,ജൂൺ,ജൂലൈ,ഓഗസ്റ്റ്,സെപ്റ്റംബർ,ഒക്‌ടോബർ,നവംബർ,ഡിസംബർ;ജനു,ഫെബ്രു,മാർ,ഏപ്രി,മേയ്,ജൂൺ,ജൂലൈ,ഓഗ,സെപ്റ്റം,ഒക്ടോ,നവം,ഡിസം;തിങ്കളാഴ്‌ച,ചൊവ്വാഴ്ച/ചൊവ്വാഴ്‌ച,ബുധനാഴ്‌ച,വ്യാഴാഴ്‌ച,വെള്ളിയാഴ്‌ച,ശനിയാഴ്‌ച,ഞായറാഴ്‌ച;തിങ്കൾ/തി,ചൊവ്വ/ചൊ,ബുധൻ/ബു,വ്യാഴം/വ്യാ,വെള്ളി/വെ,ശനി/ശ,ഞായർ/ഞാ',
  mr: 'जानेवारी,फेब्रुवारी,मार्च,एप्रिल,मे,जून,जुलै,ऑगस्ट,सप्टेंबर,ऑक्टोबर,नोव्हेंबर,डिसेंबर;जाने,फेब्रु,मार्च,एप्रि,मे,जून,जुलै,ऑग,सप्टें,ऑक्टो,नोव्हें,डिसें;सोमवार,मंगळवार,बुधवार,गुरुवार,शुक्रवार,शनिवार,रविवार;सोम/सो,मंगळ/मं,बुध/बु,गुरु/गु,शुक्र/शु,शनि/श,रवि/र',
  ms: 'Januari,Februari,Mac,April,Mei,Jun,Julai,Ogos,September,Oktober,November,Disember;Jan,Feb,Mac,Apr,Mei,Jun,Jul,Ogo,Sep,Okt,Nov,Dis;Isnin,Selasa,Rabu,Khamis,Jumaat,Sabtu,Ahad;Isn/Is,Sel/Se,Rab/Ra,Kha/Kh,Jum/Ju,Sab/Sa,Ahd/Ah',
  mt: 'Jannar,Frar,Marzu,April,Mejju,Ġunju,Lulju,Awwissu,Settembru,Ottubru,Novembru,Diċembru;Jan,Fra,Mar,Apr,Mej,Ġun,Lul,Aww,Set,Ott,Nov,Diċ;It-Tnejn,It-Tlieta,L-Erbgħa,Il-Ħamis,Il-Ġimgħa,Is-Sibt,Il-Ħadd;Tne,Tli,Erb,Ħam,Ġim,Sib,Ħad',
  nb: 'januar,februar,mars,april,mai,juni,juli,august,september,oktober,november,desember;jan./jan,feb./feb,mars/mar,apr./apr,mai,juni/jun,juli/jul,aug./aug,sep./sep,okt./okt,nov./nov,des./des;mandag,tirsdag,onsdag,torsdag,fredag,lørdag,søndag;man./ma.,tir./ti.,ons./on.,tor./to.,fre./fr.,lør./lø.,søn./sø.',
  ne: 'जनवरी,फेब्रुअरी,मार्च,अप्रिल,मे,जुन,जुलाई,अगस्ट,सेप्टेम्बर,अक्टोबर,नोभेम्बर,डिसेम्बर;जनवरी,फेब्रुअरी,मार्च,अप्रिल,मे,जुन,जुलाई,अगस्ट,सेप्टेम्बर,अक्टोबर,नोभेम्बर,डिसेम्बर;सोमबार,मङ्गलबार,बुधबार,बिहिबार,शुक्रबार,शनिबार,आइतबार;सोम,मङ्गल,बुध,बिहि,शुक्र,शनि,आइत',
  nl: 'januari,februari,maart,april,mei,juni,juli,augustus,september,oktober,november,december;jan,feb,mrt,apr,mei,jun,jul,aug,sep,okt,nov,dec;maandag,dinsdag,woensdag,donderdag,vrijdag,zaterdag,zondag;ma,di,wo,do,vr,za,zo',
  nn: 'januar,februar,mars,april,mai,juni,juli,august,september,oktober,november,desember;jan./jan,feb./feb,mars/mar,apr./apr,mai,juni/jun,juli/jul,aug./aug,sep./sep,okt./okt,nov./nov,des./des;måndag,tysdag,onsdag,torsdag,fredag,laurdag,søndag;må./mån,ty./tys,on./ons,to./tor,fr./fre,la./lau,sø./søn',
  no: 'januar,februar,mars,april,mai,juni,juli,august,september,oktober,november,desember;jan./jan,feb./feb,mars/mar,apr./apr,mai,juni/jun,juli/jul,aug./aug,sep./sep,okt./okt,nov./nov,des./des;mandag,tirsdag,onsdag,torsdag,fredag,lørdag,søndag;man./ma.,tir./ti.,ons./on.,tor./to.,fre./fr.,lør./lø.,søn./sø.',
  pa: 'ਜਨਵਰੀ,ਫ਼ਰਵਰੀ,ਮਾਰਚ,ਅਪ੍ਰੈਲ,ਮਈ,ਜੂਨ,ਜੁਲਾਈ,ਅਗਸਤ,ਸਤੰਬਰ,ਅਕਤੂਬਰ,ਨਵੰਬਰ,ਦਸੰਬਰ;ਜਨ,ਫ਼ਰ,ਮਾਰਚ,ਅਪ੍ਰੈ,ਮਈ,ਜੂਨ,ਜੁਲਾ,ਅਗ,ਸਤੰ,ਅਕਤੂ,ਨਵੰ,ਦਸੰ;ਸੋਮਵਾਰ,ਮੰਗਲਵਾਰ,ਬੁੱਧਵਾਰ,ਵੀਰਵਾਰ,ਸ਼ੁੱਕਰਵਾਰ,ਸ਼ਨੀਵਾਰ,ਐਤਵਾਰ;ਸੋਮ,ਮੰਗਲ/ਮੰਗ,ਬੁੱਧ,ਵੀਰ,ਸ਼ੁੱਕਰ/ਸ਼ੁੱਕ,ਸ਼ਨੀ,ਐਤ',
  'pa-Arab':
    'جنوری,فروری,مارچ,اپریل,مئ,جون,جولائی,اگست,ستمبر,اکتوبر,نومبر,دسمبر;جنوری,فروری,مارچ,اپریل,مئ,جون,جولائی,اگست,ستمبر,اکتوبر,نومبر,دسمبر;پیر,منگل,بُدھ,جمعرات,جمعہ,ہفتہ,اتوار;پیر,منگل,بُدھ,جمعرات,جمعہ,ہفتہ,اتوار',
  pl: 'stycznia/styczeń,lutego/luty,marca/marzec,kwietnia/kwiecień,maja/maj,czerwca/czerwiec,lipca/lipiec,sierpnia/sierpień,września/wrzesień,października/październik,listopada/listopad,grudnia/grudzień;sty,lut,mar,kwi,maj,cze,lip,sie,wrz,paź,lis,gru;poniedziałek,wtorek,środa,czwartek,piątek,sobota,niedziela;pon./pon,wt./wto,śr./śro,czw./czw,pt./pią,sob./sob,niedz./nie',
  pt: 'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;seg.,ter.,qua.,qui.,sex.,sáb.,dom.',
  'pt-AO':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-CH':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-CV':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-GQ':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-GW':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-LU':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-MO':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-MZ':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-PT':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-ST':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  'pt-TL':
    'janeiro,fevereiro,março,abril,maio,junho,julho,agosto,setembro,outubro,novembro,dezembro;jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.;segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,sábado,domingo;segunda/seg.,terça/ter.,quarta/qua.,quinta/qui.,sexta/sex.,sábado/sáb.,domingo/dom.',
  rm: 'da schaner/schaner,da favrer/favrer,da mars/mars,d’avrigl/avrigl,da matg/matg,da zercladur/zercladur,da fanadur/fanadur,d’avust/avust,da settember/settember,d’october/october,da november/november,da december/december;schan.,favr.,mars,avr.,matg,zercl.,fan.,avust,sett.,oct.,nov.,dec.;glindesdi,mardi,mesemna,gievgia,venderdi,sonda,dumengia;gli,ma,me,gie,ve,so,du',
  ro: 'ianuarie,februarie,martie,aprilie,mai,iunie,iulie,august,septembrie,octombrie,noiembrie,decembrie;ian.,feb.,mar.,apr.,mai,iun.,iul.,aug.,sept.,oct.,nov.,dec.;luni,marți,miercuri,joi,vineri,sâmbătă,duminică;lun./lu.,mar./ma.,mie./mi.,joi,vin./vi.,sâm./sâ.,dum./du.',
  'ro-MD':
    'ianuarie,februarie,martie,aprilie,mai,iunie,iulie,august,septembrie,octombrie,noiembrie,decembrie;ian.,feb.,mar.,apr.,mai,iun.,iul.,aug.,sept.,oct.,nov.,dec.;luni,marți,miercuri,joi,vineri,sâmbătă,duminică;Lun/Lu,Mar/Ma,Mie/Mi,Joi/Jo,Vin/Vi,Sâm/Sâ,Dum/Du',
  ru: 'января/январь,февраля/февраль,марта/март,апреля/апрель,мая/май,июня/июнь,июля/июль,августа/август,сентября/сентябрь,октября/октябрь,ноября/ноябрь,декабря/декабрь;янв.,февр.,мар./март,апр.,мая/май,июн./июнь,июл./июль,авг.,сент.,окт.,нояб.,дек.;понедельник,вторник,среда,четверг,пятница,суббота,воскресенье;пн,вт,ср,чт,пт,сб,вс',
  sk: 'januára/január,februára/február,marca/marec,apríla/apríl,mája/máj,júna/jún,júla/júl,augusta/august,septembra/september,októbra/október,novembra/november,decembra/december;jan,feb,mar,apr,máj,jún,júl,aug,sep,okt,nov,dec;pondelok,utorok,streda,štvrtok,piatok,sobota,nedeľa;po,ut,st,št,pi,so,ne',
  sl: 'januar,februar,marec,april,maj,junij,julij,avgust,september,oktober,november,december;jan.,feb.,mar.,apr.,maj,jun.,jul.,avg.,sep.,okt.,nov.,dec.;ponedeljek,torek,sreda,četrtek,petek,sobota,nedelja;pon.,tor.,sre.,čet.,pet.,sob.,ned.',
  sq: 'janar,shkurt,mars,prill,maj,qershor,korrik,gusht,shtator,tetor,nëntor,dhjetor;jan,shk,mar,pri,maj,qer,korr,gush,sht,tet,nën,dhj;e hënë,e martë,e mërkurë,e enjte,e premte,e shtunë,e diel;hën,mar,mër,enj,pre,sht,die',
  sr: 'јануар,фебруар,март,април,мај,јун,јул,август,септембар,октобар,новембар,децембар;јан,феб,мар,апр,мај,јун,јул,авг,сеп,окт,нов,дец;понедељак,уторак,среда,четвртак,петак,субота,недеља;пон/по,уто/ут,сре/ср,чет/че,пет/пе,суб/су,нед/не',
  'sr-Cyrl-BA':
    'јануар,фебруар,март,април,мај,јун,јул,август,септембар,октобар,новембар,децембар;јан,феб,мар,апр,мај,јун,јул,авг,сеп,окт,нов,дец;понедјељак,уторак,сриједа,четвртак,петак,субота,недјеља;пон/по,уто/ут,сри/ср,чет/че,пет/пе,суб/су,нед/не',
  'sr-Cyrl-ME':
    'јануар,фебруар,март,април,мај,јун,јул,август,септембар,октобар,новембар,децембар;јан,феб,март,апр,мај,јун,јул,авг,септ,окт,нов,дец;понедељак,уторак,сриједа,четвртак,петак,субота,недјеља;пон/по,уто/ут,сре/ср,чет/че,пет/пе,суб/су,нед/не',
  'sr-Cyrl-XK':
    'јануар,фебруар,март,април,мај,јун,јул,август,септембар,октобар,новембар,децембар;јан,феб,март,апр,мај,јун,јул,авг,септ,окт,нов,дец;понедељак,уторак,среда,четвртак,петак,субота,недеља;пон/по,уто/ут,сре/ср,чет/че,пет/пе,суб/су,нед/не',
  'sr-Latn':
    'januar,februar,mart,april,maj,jun,jul,avgust,septembar,oktobar,novembar,decembar;jan,feb,mar,apr,maj,jun,jul,avg,sep,okt,nov,dec;ponedeljak,utorak,sreda,četvrtak,petak,subota,nedelja;pon/po,uto/ut,sre/sr,čet/če,pet/pe,sub/su,ned/ne',
  'sr-Latn-BA':
    'januar,februar,mart,april,maj,jun,jul,avgust,septembar,oktobar,novembar,decembar;jan,feb,mar,apr,maj,jun,jul,avg,sep,okt,nov,dec;ponedjeljak,utorak,srijeda,četvrtak,petak,subota,nedjelja;pon/po,uto/ut,sri/sr,čet/če,pet/pe,sub/su,ned/ne',
  'sr-Latn-ME':
    'januar,februar,mart,april,maj,jun,jul,avgust,septembar,oktobar,novembar,decembar;jan,feb,mart,apr,maj,jun,jul,avg,sept,okt,nov,dec;ponedeljak,utorak,srijeda,četvrtak,petak,subota,nedjelja;pon/po,uto/ut,sre/sr,čet/če,pet/pe,sub/su,ned/ne',
  'sr-Latn-XK':
    'januar,februar,mart,april,maj,jun,jul,avgust,septembar,oktobar,novembar,decembar;jan,feb,mart,apr,maj,jun,jul,avg,sept,okt,nov,dec;ponedeljak,utorak,sreda,četvrtak,petak,subota,nedelja;pon/po,uto/ut,sre/sr,čet/če,pet/pe,sub/su,ned/ne',
  sv: 'januari,februari,mars,april,maj,juni,juli,augusti,september,oktober,november,december;jan.,feb.,mars,apr.,maj,juni,juli,aug.,sep.,okt.,nov.,dec.;måndag,tisdag,onsdag,torsdag,fredag,lördag,söndag;mån/må,tis/ti,ons/on,tors/to,fre/fr,lör/lö,sön/sö',
  sw: 'Januari,Februari,Machi,Aprili,Mei,Juni,Julai,Agosti,Septemba,Oktoba,Novemba,Desemba;Jan,Feb,Mac,Apr,Mei,Jun,Jul,Ago,Sep,Okt,Nov,Des;Jumatatu,Jumanne,Jumatano,Alhamisi,Ijumaa,Jumamosi,Jumapili;Jumatatu,Jumanne,Jumatano,Alhamisi,Ijumaa,Jumamosi,Jumapili',
  ta: 'ஜனவரி,பிப்ரவரி,மார்ச்,ஏப்ரல்,மே,ஜூன்,ஜூலை,ஆகஸ்ட்,செப்டம்பர்,அக்டோபர்,நவம்பர்,டிசம்பர்;ஜன.,பிப்.,மார்.,ஏப்.,மே,ஜூன்,ஜூலை,ஆக.,செப்.,அக்.,நவ.,டிச.;திங்கள்,செவ்வாய்,புதன்,வியாழன்,வெள்ளி,சனி,ஞாயிறு;திங்./தி,செவ்./செ,புத./பு,வியா./வி,வெள்./வெ,சனி/ச,ஞாயி./ஞா',
  te: 'జనవరి,ఫిబ్రవరి,మార్చి,ఏప్రిల్,మే,జూన్,జులై,ఆగస్టు,సెప్టెంబర్,అక్టోబర్,నవంబర్,డిసెంబర్;జన,ఫిబ్ర,మార్చి,ఏప్రి,మే,జూన్,జులై,ఆగ,సెప్టెం,అక్టో,నవం,డిసెం;సోమవారం,మంగళవారం,బుధవారం,గురువారం,శుక్రవారం,శనివారం,ఆదివారం;సోమ,మంగళ/మం,బుధ,గురు,శుక్ర,శని,ఆది',
  th: 'มกราคม,กุมภาพันธ์,มีนาคม,เมษายน,พฤษภาคม,มิถุนายน,กรกฎาคม,สิงหาคม,กันยายน,ตุลาคม,พฤศจิกายน,ธันวาคม;ม.ค.,ก.พ.,มี.ค.,เม.ย.,พ.ค.,มิ.ย.,ก.ค.,ส.ค.,ก.ย.,ต.ค.,พ.ย.,ธ.ค.;วันจันทร์,วันอังคาร,วันพุธ,วันพฤหัสบดี,วันศุกร์,วันเสาร์,วันอาทิตย์;จันทร์/จ.,อังคาร/อ.,พุธ/พ.,พฤหัส/พฤ.,ศุกร์/ศ.,เสาร์/ส.,อาทิตย์/อา.',
  tr: 'Ocak,Şubat,Mart,Nisan,Mayıs,Haziran,Temmuz,Ağustos,Eylül,Ekim,Kasım,Aralık;Oca,Şub,Mar,Nis,May,Haz,Tem,Ağu,Eyl,Eki,Kas,Ara;Pazartesi,Salı,Çarşamba,Perşembe,Cuma,Cumartesi,Pazar;Pzt/Pt,Sal/Sa,Çar/Ça,Per/Pe,Cum/Cu,Cmt/Ct,Paz/Pa',
  uk: 'січня/січень,лютого/лютий,березня/березень,квітня/квітень,травня/травень,червня/червень,липня/липень,серпня/серпень,вересня/вересень,жовтня/жовтень,листопада/листопад,грудня/грудень;січ.,лют.,бер.,квіт.,трав.,черв.,лип.,серп.,вер.,жовт.,лист.,груд.;понеділок,вівторок,середа,четвер,пʼятниця,субота,неділя;пн,вт,ср,чт,пт,сб,нд',
  ur: 'جنوری,فروری,مارچ,اپریل,مئی,جون,جولائی,اگست,ستمبر,اکتوبر,نومبر,دسمبر;جنوری,فروری,مارچ,اپریل,مئی,جون,جولائی,اگست,ستمبر,اکتوبر,نومبر,دسمبر;پیر,منگل,بدھ,جمعرات,جمعہ,ہفتہ,اتوار;پیر,منگل,بدھ,جمعرات,جمعہ,ہفتہ,اتوار',
  uz: 'yanvar,fevral,mart,aprel,may,iyun,iyul,avgust,sentabr,oktabr,noyabr,dekabr;yan,fev,mar,apr,may,iyn,iyl,avg,sen,okt,noy,dek;dushanba,seshanba,chorshanba,payshanba,juma,shanba,yakshanba;Dush/Du,Sesh/Se,Chor/Ch,Pay/Pa,Jum/Ju,Shan/Sh,Yak/Ya',
  'uz-Arab':
    'جنوری,فبروری,مارچ,اپریل,می,جون,جولای,اگست,سپتمبر,اکتوبر,نومبر,دسمبر;جنو,فبر,مار,اپر,می,جون,جول,اگس,سپت,اکت,نوم,دسم;دوشنبه,سه‌شنبه,چهارشنبه,پنجشنبه,جمعه,شنبه,یکشنبه;د.,س.,چ.,پ.,ج.,ش.,ی.',
  'uz-Cyrl':
    'январ,феврал,март,апрел,май,июн,июл,август,сентябр,октябр,ноябр,декабр;янв,фев,мар,апр,май,июн,июл,авг,сен,окт,ноя,дек;душанба,сешанба,чоршанба,пайшанба,жума,шанба,якшанба;душ/ду,сеш/се,чор/чо,пай/па,жум/жу,шан/ша,якш/як',
  zu: 'Januwari,Februwari,Mashi,Ephreli,Meyi,Juni,Julayi,Agasti,Septhemba,Okthoba,Novemba,Disemba;Jan,Feb,Mas,Eph,Mey,Jun,Jul,Aga,Sep,Okt,Nov,Dis;UMsombuluko,ULwesibili,ULwesithathu,ULwesine,ULwesihlanu,UMgqibelo,ISonto;Mso,Bil,Tha,Sin,Hla,Mgq,Son',
};
