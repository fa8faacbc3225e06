// Reads and replays .mgn files as a C++ programmer would by hand: what the kernels are compared to.
//
//   peer check FILE...           games, plies, refused records and the checksum of all
//   peer perft DEPTH [POSITION]  how many action sequences there are
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "perft.hpp"
#include "record.hpp"

namespace {

struct Counts {
    uint64_t games = 0, plies = 0, refused = 0, checksum = 0;
};

// Returns where the next record begins: at a tag line, the last line that is not blank being none.
const char* next_record(const char* at, const char* end) {
    bool after_tag = true;
    while (const auto* feed = static_cast<const char*>(std::memchr(at, '\n', size_t(end - at)))) {
        at = feed + 1;
        if (at == end) break;
        if (*at == '[' && mentis::begins_tag(at, end)) {
            if (!after_tag) return at;
        } else if (after_tag) {
            const char* text = at;
            while (text < end && mentis::is_blank(*text)) ++text;
            after_tag = text == end || *text == '\n';
        }
    }
    return end;
}

bool check(const char* path, Counts& counts) {
    const int file = open(path, O_RDONLY);
    struct stat facts;
    if (file < 0 || fstat(file, &facts) < 0) return false;
    const auto size = size_t(facts.st_size);
    if (size == 0) return close(file) == 0;
    // The file is mapped over zeros that are one byte longer, so that a zero stands behind it.
    void* mapped = mmap(nullptr, size + 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return false;
    constexpr int flags = MAP_PRIVATE | MAP_POPULATE | MAP_FIXED;
    if (mmap(mapped, size, PROT_READ, flags, file, 0) == MAP_FAILED) return false;
    close(file);
    const char* at = static_cast<const char*>(mapped);
    const char* end = at + size;
    mentis::RecordReader reader;
    while (at < end) {
        const char* next = reader.read(at, end);
        if (next) {
            ++counts.games;
            counts.plies += reader.plies;
            counts.checksum += reader.checksum;
        } else {
            ++counts.refused;
            next = next_record(at, end);
        }
        at = next;
    }
    return munmap(mapped, size + 1) == 0;
}

int print_perft(const char* depth, const char* setup) {
    mentis::Position position = mentis::Position::start(false);
    if (setup) {
        position = {};
        if (!mentis::SetupParser(setup).parse(position)) return 1;
    }
    std::printf("%llu\n", static_cast<unsigned long long>(mentis::perft(position, std::atoi(depth))));
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count >= 3 && !std::strcmp(words[1], "perft"))
        return print_perft(words[2], count > 3 ? words[3] : nullptr);
    if (count < 3 || std::strcmp(words[1], "check")) return 2;
    Counts counts;
    for (int at = 2; at < count; ++at)
        if (!check(words[at], counts)) return 1;
    std::printf("{\"games\": %llu, \"plies\": %llu, \"refused\": %llu, \"checksum\": %llu}\n",
                static_cast<unsigned long long>(counts.games),
                static_cast<unsigned long long>(counts.plies),
                static_cast<unsigned long long>(counts.refused),
                static_cast<unsigned long long>(counts.checksum));
    return 0;
}
