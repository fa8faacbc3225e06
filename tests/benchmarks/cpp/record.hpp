// One tagged record of a file: tokens, plies, repetition, result and tags. It is taken when there
// is no error and nothing about its movetext to warn of; ASCII only, and nothing is explained.
#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "history.hpp"
#include "rule.hpp"
#include "setup.hpp"

namespace mentis {

using Text = std::string_view;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Tells whether a line begins as a tag does.
inline bool begins_tag(const char* at, const char* end) {
    if (end - at < 4 || *at != '[' || !is_letter(at[1])) return false;
    for (at += 2; at < end && (is_letter(*at) || is_digit(*at) || *at == '_');) ++at;
    if (at == end || !is_blank(*at)) return false;
    while (at < end && is_blank(*at)) ++at;
    return at < end && *at == '"';
}

// What the tags say that the plies can confirm or deny.
struct Claims {
    Text result, termination, variant, position, ply_count;
};

class RecordReader {
public:
    uint64_t plies = 0;     // of the mainline
    uint64_t checksum = 0;  // the sum of the keys after them

    // Reads the record that begins at a tag and returns where it ends, or null if it is refused.
    // A zero must stand at the end of the text.
    const char* read(const char* begin, const char* end) {
        at_ = begin;
        end_ = end;
        plies = checksum = 0;
        names_.clear();
        history_.clear();
        claims_ = {};
        return read_tags() && read_movetext() ? at_ : nullptr;
    }

private:
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    Claims claims_;
    History history_;
    std::vector<Text> names_;

    static constexpr int MAX_DEPTH = 50;
    static constexpr Text RESULTS[] = {"1-0", "0-1", "1/2-1/2", "*"};

    char peek() const { return *at_; }
    void skip_blanks() {
        while (is_blank(peek())) ++at_;
    }
    bool take(char wanted) { return peek() == wanted ? ++at_, true : false; }

    bool read_tags() {
        while (peek() == '[') {
            const char* begin = ++at_;
            while (is_letter(peek()) || is_digit(peek()) || peek() == '_') ++at_;
            const Text name(begin, size_t(at_ - begin));
            for (Text known : names_)
                if (known == name) return false;
            names_.push_back(name);
            skip_blanks();
            if (!take('"')) return false;
            begin = at_;
            while (peek() != '"') {
                if (peek() == '\\' && ++at_ && peek() != '"' && peek() != '\\') return false;
                if (peek() < ' ' || peek() > '~') return false;
                ++at_;
            }
            if (!check_tag(name, Text(begin, size_t(at_++ - begin)))) return false;
            skip_blanks();
            if (!take(']')) return false;
            while (is_blank(peek()) || peek() == '\n') ++at_;
        }
        return true;
    }

    bool check_tag(Text name, Text value) {
        if (name == "Result") {
            claims_.result = value;
            for (Text known : RESULTS)
                if (known == value) return true;
            return false;
        }
        if (name == "Termination") claims_.termination = value;
        if (name == "Position") claims_.position = value;
        if (name == "Game") return value == "Mentis";
        if (name == "Date") return is_date(value);
        if (name == "PlyCount") claims_.ply_count = value;
        if (name == "PlyCount" || name == "BlueElo" || name == "RedElo") return is_number(value);
        if (name == "Variant") {
            claims_.variant = value;
            return value == "Standard" || value == "Wolf";
        }
        return true;
    }

    static bool is_number(Text value) {
        if (value == "?" || value == "-") return true;
        for (char c : value)
            if (!is_digit(c)) return false;
        return !value.empty() && value.size() < 10;
    }

    // Tells whether a value is like 2010.04.?? (days of months are not counted).
    static bool is_date(Text value) {
        if (value == "?" || value == "-") return true;
        if (value.size() != 10 || value[4] != '.' || value[7] != '.') return false;
        const Text parts[] = {value.substr(0, 4), value.substr(5, 2), value.substr(8, 2)};
        bool is_known = true;
        for (Text part : parts) {
            const bool unknown = part.find_first_not_of('?') == Text::npos;
            const bool digits = part.find_first_not_of("0123456789") == Text::npos;
            if (!unknown && !(digits && is_known)) return false;
            is_known = !unknown;
        }
        return true;
    }

    bool read_movetext() {
        const bool is_standard = claims_.variant != "Wolf";
        Position position;
        if (claims_.position.data()) {
            if (!SetupParser(claims_.position).parse(position)) return false;
            if (claims_.variant == "Standard" && has_wolf(position)) return false;
        } else {
            position = Position::start(!is_standard);
        }
        history_.enter(position.key());
        bool is_repeated = false;
        Text result;
        if (!skip_remarks() || !read_line(position, 0, plies, is_repeated)) return false;
        if (!read_result(result) || !skip_remarks() || !is_at_end()) return false;
        return check_claims(position, is_repeated, result);
    }

    // Tells whether the text ends here, or another record begins.
    bool is_at_end() const {
        return at_ == end_ || (at_[-1] == '\n' && begins_tag(at_, end_));
    }

    static bool has_wolf(const Position& position) {
        for (int cell : position.cells)
            if ((cell & 7) == WOLF) return true;
        return hand_count(position.hands[0], WOLF) || hand_count(position.hands[1], WOLF);
    }

    // Reads turns until something else stands there; the history is left with all their keys.
    bool read_line(Position& position, int depth, uint64_t& count, bool& is_repeated) {
        bool is_over = !position.has_king(0) || !position.has_king(1);
        for (;;) {
            skip_blanks();
            const char* begin = at_;
            if (is_digit(peek())) {
                int number = 0;
                while (is_digit(peek()) && at_ - begin < 9) number = 10 * number + (*at_++ - '0');
                if (peek() != '.') {
                    at_ = begin;
                    return true;
                }
                while (take('.')) {
                }
                if (number != position.number || !skip_remarks()) return false;
                skip_blanks();
            } else if (!is_column(peek()) && !tile_of(peek())) {
                return true;
            } else if (!position.side) {
                return false;
            }
            const Position before = position;
            if (is_over || is_repeated || !read_ply(position)) return false;
            ++count;
            is_repeated = history_.enter(position.key()) >= 3;
            is_over = !position.has_king(position.side);
            if (!depth) checksum += position.key();
            if (!read_annotations(before, position.key(), depth)) return false;
        }
    }

    bool read_ply(Position& position) {
        if (!is_column(peek())) return read_deployment(position);
        int path[MAX_STEPS + 1], drops[MAX_STEPS], steps = 0;
        if (!read_square(path[0])) return false;
        if (peek() == 'x') {
            ++at_;
            int target;
            return read_square(target) && ends_ply() && play_capture(position, path[0], target);
        }
        for (;;) {
            const char* behind = at_;
            int drop = 0;
            for (skip_blanks(); drop < 2 && take('#'); skip_blanks()) ++drop;
            if (peek() != '-') {
                at_ = behind;
                break;
            }
            ++at_;
            skip_blanks();
            if (steps == MAX_STEPS) return false;
            drops[steps] = drop;
            if (!read_square(path[++steps])) return false;
        }
        return steps && ends_ply() && play_movement(position, path, drops, steps);
    }

    bool read_deployment(Position& position) {
        int tiles = 0;
        for (int count = 0; tile_of(peek()); ++at_) {
            if (count++ == MAX_HEIGHT) return false;
            tiles = tiles << 3 | tile_of(peek());
        }
        int place;
        return read_square(place) && ends_ply() && play_deployment(position, tiles, place);
    }

    bool read_square(int& found) {
        if (!is_column(at_[0]) || !is_row(at_[1])) return false;
        found = square(at_[0], at_[1]);
        at_ += 2;
        return true;
    }

    bool ends_ply() const {
        const char c = peek();
        return c == ' ' || c == '\n' || std::strchr("\t!?${};()", c) != nullptr;
    }

    // Reads suffix, NAGs, comments and variations; `before` and `key` are about the ply they follow.
    bool read_annotations(const Position& before, uint64_t key, int depth) {
        for (int signs = 0; peek() == '!' || peek() == '?'; ++at_)
            if (signs++ == 2) return false;
        for (;;) {
            if (!skip_remarks()) return false;
            if (take('$')) {
                int nag = 0;
                if (!is_digit(peek())) return false;
                while (is_digit(peek()) && nag < 256) nag = 10 * nag + (*at_++ - '0');
                if (nag > 255) return false;
            } else if (take('(')) {
                if (depth == MAX_DEPTH || !read_variation(before, key, depth + 1)) return false;
            } else {
                return true;
            }
        }
    }

    bool read_variation(const Position& before, uint64_t key, int depth) {
        history_.leave(key);
        const History history = history_;
        Position position = before;
        uint64_t count = 0;
        bool is_repeated = false;
        if (!skip_remarks() || !read_line(position, depth, count, is_repeated)) return false;
        skip_blanks();
        if (!count || !take(')')) return false;
        history_ = history;
        history_.enter(key);
        return true;
    }

    // Skips line breaks, comments and % lines.
    bool skip_remarks() {
        for (;;) {
            skip_blanks();
            if (take('\n')) {
                if (peek() == '%' && !skip_until('\n')) return false;
            } else if (take('{')) {
                if (!skip_until('}') || !take('}')) return false;
            } else if (peek() == ';') {
                if (!skip_until('\n')) return false;
            } else {
                return true;
            }
        }
    }

    bool skip_until(char last) {
        while (at_ < end_ && *at_ != last) {
            const bool is_text = (*at_ >= ' ' && *at_ <= '~') || *at_ == '\t';
            if (!is_text && *at_ != '\n') return false;
            if (*at_++ == '\n' && begins_tag(at_, end_)) return false;
        }
        return true;
    }

    bool read_result(Text& result) {
        for (Text known : RESULTS) {
            if (Text(at_, size_t(end_ - at_)).substr(0, known.size()) != known) continue;
            result = known;
            at_ += known.size();
            return true;
        }
        return false;
    }

    // Compares result, termination and ply count with the plies (notation, Record files).
    bool check_claims(const Position& position, bool is_repeated, Text result) const {
        if (claims_.result.data() && claims_.result != result) return false;
        const Text ended = !position.has_king(0) ? "0-1" : !position.has_king(1) ? "1-0" : "";
        if (!ended.empty() && result != ended) return false;
        if (is_repeated && result != "1/2-1/2") return false;
        uint64_t counted = 0;
        for (char c : claims_.ply_count) counted = 10 * counted + uint64_t(c - '0');
        if (!claims_.ply_count.empty() && is_digit(claims_.ply_count[0]) && counted != plies)
            return false;
        const Text word = claims_.termination;
        if (!word.data()) return true;
        if (!ended.empty() || word == "king captured")
            return !ended.empty() && word == "king captured";
        if (is_repeated || word == "repetition") return is_repeated && word == "repetition";
        if (word == "resignation" || word == "time forfeit")
            return result == "1-0" || result == "0-1";
        if (word == "agreement") return result == "1/2-1/2";
        if (word == "adjudication") return result != "*";
        return word != "unterminated" || result == "*";
    }
};

}  // namespace mentis
